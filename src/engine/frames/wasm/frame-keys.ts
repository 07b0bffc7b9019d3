/**
 * The keys that mean something to the scanner (see frame-scan.ts), told apart by their bytes.
 */

export const enum Key {
  None,
  Type,
  Subtype,
  Uuid,
  SessionIdSnake,
  SessionIdCamel,
  ParentToolUseId,
  Timestamp,
  Role,
  Id,
  Version,
  ClaudeCodeVersion,
  Model,
  TotalCostUsd,
  CostUsd,
  NumTurns,
  DurationMs,
  Message,
  Event,
  Content,
  Usage,
  IsError,
  IsSidechain,
  ParentUuidCamel,
  LogicalParentUuid,
  AgentId,
  ParentToolUseIdCamel,
  ToolUseIdCamel,
  TurnIdSnake,
  TurnIdCamel,
  ThreadIdSnake,
  ThreadIdCamel,
  CompactSnake,
  CompactCamel,
  ContentBlock,
  Delta,
  ToolUseId,
  Name,
  InputTokens,
  OutputTokens,
  CacheReadInputTokens,
  CacheCreationInputTokens,
  CacheCreation,
  Ephemeral5mInputTokens,
  Ephemeral1hInputTokens,
}

/** Which of the known keys stands in [p, p + length). The words are compared eight bytes at a time. */
export function keyOf(p: usize, length: usize): Key {
  switch (<i32>length) {
    case 2: {
      const word = load<u64>(p) & 0xffff;
      if (word == 0x6469) return Key.Id; // id
      break;
    }
    case 4: {
      const word = load<u64>(p) & 0xffffffff;
      if (word == 0x65707974) return Key.Type; // type
      if (word == 0x64697575) return Key.Uuid; // uuid
      if (word == 0x656c6f72) return Key.Role; // role
      if (word == 0x656d616e) return Key.Name; // name
      break;
    }
    case 5: {
      const word = load<u64>(p) & 0xffffffffff;
      if (word == 0x6c65646f6d) return Key.Model; // model
      if (word == 0x746e657665) return Key.Event; // event
      if (word == 0x6567617375) return Key.Usage; // usage
      if (word == 0x61746c6564) return Key.Delta; // delta
      break;
    }
    case 6: {
      const word = load<u64>(p) & 0xffffffffffff;
      if (word == 0x64496e727574) return Key.TurnIdCamel; // turnId
      break;
    }
    case 7: {
      const word = load<u64>(p) & 0xffffffffffffff;
      if (word == 0x64695f6e727574) return Key.TurnIdSnake; // turn_id
      if (word == 0x6449746e656761) return Key.AgentId; // agentId
      if (word == 0x65707974627573) return Key.Subtype; // subtype
      if (word == 0x6e6f6973726576) return Key.Version; // version
      if (word == 0x6567617373656d) return Key.Message; // message
      if (word == 0x746e65746e6f63) return Key.Content; // content
      break;
    }
    case 8: {
      const word = load<u64>(p);
      if (word == 0x6449646165726874) return Key.ThreadIdCamel; // threadId
      if (word == 0x6473755f74736f63) return Key.CostUsd; // cost_usd
      if (word == 0x726f7272655f7369) return Key.IsError; // is_error
      break;
    }
    case 9: {
      if (load<u64>(p) == 0x695f646165726874 && load<u64>(p, 1) == 0x64695f6461657268) return Key.ThreadIdSnake; // thread_id
      if (load<u64>(p) == 0x496573556c6f6f74 && (load<u8>(p, 8) | 0x20) == 0x64) return Key.ToolUseIdCamel; // toolUseId, toolUseID
      if (load<u64>(p) == 0x496e6f6973736573 && load<u64>(p, 1) == 0x64496e6f69737365) return Key.SessionIdCamel; // sessionId
      if (load<u64>(p) == 0x6d617473656d6974 && load<u64>(p, 1) == 0x706d617473656d69) return Key.Timestamp; // timestamp
      if (load<u64>(p) == 0x6e7275745f6d756e && load<u64>(p, 1) == 0x736e7275745f6d75) return Key.NumTurns; // num_turns
      break;
    }
    case 10: {
      if (load<u64>(p) == 0x5f6e6f6973736573 && load<u64>(p, 2) == 0x64695f6e6f697373) return Key.SessionIdSnake; // session_id
      if (load<u64>(p) == 0x7555746e65726170 && load<u64>(p, 2) == 0x64697555746e6572) return Key.ParentUuidCamel; // parentUuid
      break;
    }
    case 11: {
      if (load<u64>(p) == 0x6e6f697461727564 && load<u64>(p, 3) == 0x736d5f6e6f697461) return Key.DurationMs; // duration_ms
      if (load<u64>(p) == 0x6863656469537369 && load<u64>(p, 3) == 0x6e69616863656469) return Key.IsSidechain; // isSidechain
      if (load<u64>(p) == 0x6573755f6c6f6f74 && load<u64>(p, 3) == 0x64695f6573755f6c) return Key.ToolUseId; // tool_use_id
      break;
    }
    case 12: {
      if (load<u64>(p) == 0x6f745f7475706e69 && load<u64>(p, 4) == 0x736e656b6f745f74) return Key.InputTokens; // input_tokens
      break;
    }
    case 13: {
      if (load<u64>(p) == 0x5f746e65746e6f63 && load<u64>(p, 5) == 0x6b636f6c625f746e) return Key.ContentBlock; // content_block
      if (load<u64>(p) == 0x745f74757074756f && load<u64>(p, 5) == 0x736e656b6f745f74) return Key.OutputTokens; // output_tokens
      break;
    }
    case 14: {
      if (load<u64>(p) == 0x6f635f6c61746f74 && load<u64>(p, 6) == 0x6473755f74736f63) return Key.TotalCostUsd; // total_cost_usd
      if (load<u64>(p) == 0x72635f6568636163 && load<u64>(p, 6) == 0x6e6f697461657263) return Key.CacheCreation; // cache_creation
      break;
    }
    case 15: {
      if (load<u64>(p) == 0x6f54746e65726170 && load<u64>(p, 7) == 0x64496573556c6f6f) return Key.ParentToolUseIdCamel; // parentToolUseId
      if (load<u64>(p) == 0x4d746361706d6f63 && load<u64>(p, 7) == 0x617461646174654d) return Key.CompactCamel; // compactMetadata
      break;
    }
    case 16: {
      if (load<u64>(p) == 0x5f746361706d6f63 && load<u64>(p, 8) == 0x617461646174656d) return Key.CompactSnake; // compact_metadata
      break;
    }
    case 17: {
      if (load<u64>(p) == 0x506c616369676f6c && load<u64>(p, 8) == 0x697555746e657261 && load<u64>(p, 9) == 0x64697555746e6572) return Key.LogicalParentUuid; // logicalParentUuid
      break;
    }
    case 18: {
      if (load<u64>(p) == 0x745f746e65726170 && load<u64>(p, 8) == 0x5f6573755f6c6f6f && load<u64>(p, 10) == 0x64695f6573755f6c) return Key.ParentToolUseId; // parent_tool_use_id
      break;
    }
    case 19: {
      if (load<u64>(p) == 0x635f656475616c63 && load<u64>(p, 8) == 0x737265765f65646f && load<u64>(p, 11) == 0x6e6f69737265765f) return Key.ClaudeCodeVersion; // claude_code_version
      break;
    }
    case 23: {
      if (load<u64>(p) == 0x65725f6568636163 && load<u64>(p, 8) == 0x7475706e695f6461 && load<u64>(p, 15) == 0x736e656b6f745f74) return Key.CacheReadInputTokens; // cache_read_input_tokens
      break;
    }
    case 25: {
      if (load<u64>(p) == 0x6172656d65687065 && load<u64>(p, 8) == 0x706e695f6d355f6c && load<u64>(p, 16) == 0x6e656b6f745f7475 && load<u64>(p, 17) == 0x736e656b6f745f74) return Key.Ephemeral5mInputTokens; // ephemeral_5m_input_tokens
      if (load<u64>(p) == 0x6172656d65687065 && load<u64>(p, 8) == 0x706e695f68315f6c && load<u64>(p, 16) == 0x6e656b6f745f7475 && load<u64>(p, 17) == 0x736e656b6f745f74) return Key.Ephemeral1hInputTokens; // ephemeral_1h_input_tokens
      break;
    }
    case 27: {
      if (load<u64>(p) == 0x72635f6568636163 && load<u64>(p, 8) == 0x695f6e6f69746165 && load<u64>(p, 16) == 0x6b6f745f7475706e && load<u64>(p, 19) == 0x736e656b6f745f74) return Key.CacheCreationInputTokens; // cache_creation_input_tokens
      break;
    }
    default:
      break;
  }
  return Key.None;
}
