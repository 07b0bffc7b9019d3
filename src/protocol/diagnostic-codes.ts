export type DiagnosticSeverity = 'error' | 'warning' | 'info';

/** What a diagnostic of one code means for the reader. */
export interface DiagnosticMeaning {
  severity: DiagnosticSeverity;
  /** Names the group of all diagnostics of the code. */
  title: string;
  /** What it is and where it comes from, in plain words. */
  reason: string;
  /** Whether a healthy recording can have it: always when it has any, in the case that `normalWhen` names, or never. */
  normal: 'yes' | 'sometimes' | 'no';
  normalWhen: string | null;
  /** The next step for the reader. */
  advice: string;
}

const meaning = (
  severity: DiagnosticSeverity,
  title: string,
  reason: string,
  advice: string,
  normal: DiagnosticMeaning['normal'] = 'no',
  normalWhen: string | null = null,
): DiagnosticMeaning => ({ severity, title, reason, normal, normalWhen, advice });

/** Of the file as a whole. */
const FILE: Record<string, DiagnosticMeaning> = {
  'empty-file': meaning(
    'info',
    'Empty file',
    'Nothing has been written to this file.',
    'If a run is still starting, read the file again in a moment.',
    'sometimes',
    'a run was interrupted before its first frame, or has only just started',
  ),
  'server-sent-events': meaning(
    'error',
    'Server-sent events',
    'The lines look like an HTTP log of the Messages API. Claude Code prints one JSON object a line instead.',
    'Record with --output-format stream-json --verbose.',
  ),
  'no-records': meaning(
    'error',
    'No JSON records',
    'The file has text, but no line of it holds a JSON object.',
    'Check that this is the right file; its text stays readable.',
  ),
  'no-conversation': meaning(
    'info',
    'No conversation',
    'The file is a session file, but no line of it is of the user or the model: it holds titles, modes or other notes.',
    'Look for the conversation in another session file. Titles may be of other sessions.',
    'sometimes',
    'a session was opened and left before the first prompt',
  ),
  'utf-16': meaning(
    'info',
    'UTF-16 text',
    'The file is UTF-16, as some Windows shells write when output is redirected. It was decoded.',
    'Nothing needs to be done. Offsets count the bytes as they are on disk.',
    'yes',
  ),
  'multi-line-records': meaning(
    'info',
    'Records over several lines',
    'The JSON is pretty-printed, so that one record lies over several lines.',
    'Nothing needs to be done. Tools that read line by line cannot read this file.',
    'sometimes',
    'CLI 0.2.74 to 0.2.100 wrote the file, which print this way, or someone formatted it',
  ),
  'index-cancelled': meaning(
    'warning',
    'Indexing was stopped',
    'Only a part of the file was read, because indexing was stopped. All figures are of that part.',
    'Read the file again to see the whole of it.',
  ),
  'file-changed': meaning(
    'error',
    'The file changed',
    'The file is not what it was when it was read: it was rewritten, replaced or cut.',
    'Read the file again.',
    'sometimes',
    'another program still writes it',
  ),
  'read-failed': meaning(
    'error',
    'Reading failed',
    'The system reported an error while the file was read. What was read until then is shown.',
    'Check the disk or the network drive, then read the file again.',
  ),
};

/** Of the files of subagents beside a session file. */
const AGENT_FILES: Record<string, DiagnosticMeaning> = {
  'agent-file-unreadable': meaning(
    'warning',
    'Agent file that cannot be read',
    'The file of a subagent lies beside the session and could not be read. Its frames are missing.',
    'Check the rights of the file, then read the session again.',
  ),
  'agent-file-changed': meaning(
    'warning',
    'Agent file that changed',
    'The file of a subagent is not what it was when it was read. Its figures are of what it was.',
    'Read the session again.',
    'sometimes',
    'the subagent still runs',
  ),
  'agent-files-left-off': meaning(
    'warning',
    'More agent files than are read',
    'More files of subagents lie beside this session than are read with it.',
    'Open those that matter by themselves.',
  ),
};

/** Bytes that are no frame. */
const PIECES: Record<string, DiagnosticMeaning> = {
  'torn-record': meaning(
    'error',
    'Torn record',
    'A record begins and stops in the middle. The writer was killed, or its output was cut.',
    'Look at the raw bytes: what the record says up to the cut can still be read.',
    'sometimes',
    'the file is still being written, and the last line is not whole yet',
  ),
  'nul-bytes': meaning(
    'warning',
    'NUL bytes',
    'A run of zero bytes, as file systems leave it when the machine or the writer stopped during a write.',
    'Frames around it are whole. What should have stood here is lost.',
  ),
  'not-a-frame': meaning(
    'warning',
    'JSON that is no frame',
    'A line holds correct JSON, but no object. Every frame is an object.',
    'Look for another program that writes into the same output.',
  ),
  'blank-file': meaning(
    'info',
    'White space only',
    'The file holds blanks and line ends and nothing else.',
    'Check that this is the right file.',
  ),
  'binary-file': meaning(
    'error',
    'Binary file',
    'No line begins like a record: the file is packed or of another kind.',
    'Unpack it, or open another file. The hex form shows its bytes.',
  ),
  'oversize-line': meaning(
    'error',
    'Line too long to parse',
    'A line is longer than what is parsed in one piece. Its bytes stay readable.',
    'Read it in its raw form.',
  ),
  noise: meaning(
    'warning',
    'Text that is no JSON',
    'Log lines, warnings or terminal codes stand between the frames. Another program, or the CLI itself, wrote them into the same output.',
    'Send standard error to another place than the recording.',
    'sometimes',
    'the recording holds terminal codes: CLI 1.0.60 and 1.0.90 print them after /clear and /cost',
  ),
};

/** Of the way frames are written. */
const WRITING: Record<string, DiagnosticMeaning> = {
  'several-values-on-line': meaning(
    'warning',
    'Several values on one line',
    'A line end is missing between two records. Each of them is a frame of its own.',
    'Tools that read line by line lose these frames. Look for two writers on one output.',
  ),
  'not-strict-json': meaning(
    'warning',
    'Raw control character in a string',
    'A string holds a control character that JSON wants escaped. Strict parsers refuse the frame.',
    'Look for a program that changed the recording on its way.',
  ),
  'invalid-utf8': meaning(
    'warning',
    'Invalid UTF-8',
    'Some bytes are no UTF-8. They are shown as replacement marks.',
    'The hex form shows the bytes as they are.',
    'sometimes',
    'a tool printed binary data or text in another encoding',
  ),
  'uuid-collision': meaning(
    'warning',
    'One uuid, two contents',
    'Two frames have the same uuid, but their content differs. Both are kept and counted.',
    'Compare the two frames: one of them may be an edited copy.',
  ),
};

/** Of what frames state. */
const STATEMENTS: Record<string, DiagnosticMeaning> = {
  'odd-is-error': meaning(
    'warning',
    'is_error is neither true nor false',
    'A result states is_error as something else than true or false. It is not taken for a failure.',
    'Look at the result itself to judge it.',
  ),
  'odd-usage': meaning(
    'warning',
    'Odd token counter',
    'A token counter is negative, broken or no number. It is left out of the sums.',
    'Look for a gateway that rewrites usage.',
  ),
  'contradicting-result': meaning(
    'warning',
    'Result that contradicts itself',
    'is_error and subtype of a result say different things. A run counts as failed when either of them says so.',
    'Read the text of the result: it mostly says what happened.',
    'sometimes',
    'an API error ended the run (subtype "success" with is_error true), or CLI 2.1.0 and older met the turn limit',
  ),
  'unknown-kind': meaning(
    'info',
    'Unknown frame kind',
    'No published or recorded CLI version is known to write frames of this kind.',
    'Its raw form shows all of it. A newer CLI or a bridge may have added it.',
    'sometimes',
    'the CLI is newer than this program',
  ),
  'snake-camel-disagreement': meaning(
    'warning',
    'Two spellings, two values',
    'A frame states the same field in snake_case and in camelCase with different values. The snake_case one is used.',
    'Look for a bridge that rewrites frames.',
  ),
  'partial-compaction': meaning(
    'info',
    'Compaction with partial metadata',
    'A compaction boundary states only a part of what it usually says.',
    'What it states is shown; the rest is not stated.',
    'sometimes',
    'an older CLI wrote it',
  ),
  'broken-tool-input': meaning(
    'warning',
    'Tool input that is no JSON',
    'The pieces of input that the model sent for a call do not make a JSON value.',
    'The text as it was sent is shown with the call.',
    'sometimes',
    'the stream broke off or the model reached its token limit inside the input',
  ),
  'message-without-end': meaning(
    'info',
    'Message without an end',
    'A message of the model began to stream, and the event that ends it (message_stop) never came.',
    'Read what came until then; a new message may tell the same once more.',
    'sometimes',
    'the run was cut or interrupted, or is still going on',
  ),
};

/** Of turns, tasks and retries. */
const TURNS: Record<string, DiagnosticMeaning> = {
  'api-stream-error': meaning(
    'error',
    'The API broke off',
    'The API answered with an error in the middle of a message.',
    'Look at the kind of error, and whether the request was sent again.',
  ),
  'interrupted-turn': meaning(
    'info',
    'Turn stopped by the user',
    'The user, or the program that runs the CLI, interrupted the turn. That is no error of the run.',
    'Look at what was running when it was stopped.',
    'yes',
  ),
  'empty-turn': meaning(
    'info',
    'Turn without the model',
    'A result with num_turns 0 ends a turn in which the model was not asked.',
    'Do not take it for the end of the run: what follows belongs to it.',
    'sometimes',
    'a background task reported back, or the CLI answered a command itself',
  ),
  'background-task-failed': meaning(
    'warning',
    'Task failed',
    'A task says that it failed. The run may be a success all the same: its result does not count tasks.',
    'Follow the task to its call, and look at what it says last.',
  ),
  'api-retries': meaning(
    'info',
    'Requests that were sent again',
    'The API refused a request or did not answer. The CLI waited and sent it again, and then it was answered.',
    'Nothing needs to be done. The waiting is a part of the time that the turn took.',
    'sometimes',
    'the API is overloaded or the network is slow',
  ),
  'api-retries-failed': meaning(
    'warning',
    'Retries without success',
    'The CLI sent a request again until it gave up.',
    'Look at the status that the tries name, and at the message that the CLI made of it.',
  ),
  'api-retries-open': meaning(
    'warning',
    'Retries that go on at the end',
    'The file ends while the CLI was sending a request again and again.',
    'The run was stopped there, or it was still going on.',
  ),
  'rate-limit-rejected': meaning(
    'warning',
    'Rate limit reached',
    'The API refused a request because a limit of the account was reached.',
    'Wait until the limit resets.',
  ),
  'result-only': meaning(
    'info',
    'A result and nothing else',
    'The file holds the result of a run, but none of the frames before it.',
    'Record with --output-format stream-json --verbose to see them.',
    'sometimes',
    'the CLI was run with --output-format json',
  ),
};

/** Of how frames belong together. */
const RELATIONS: Record<string, DiagnosticMeaning> = {
  'orphan-result': meaning(
    'warning',
    'Result without a call',
    'A tool result names an id that no call in this file has.',
    'The call may stand in another file, or before the part that was recorded.',
    'sometimes',
    'the recording begins in the middle, or continues another file',
  ),
  'duplicate-result': meaning(
    'warning',
    'Second result for one call',
    'A tool result came after its call was already answered.',
    'Compare the two results.',
  ),
  'unanswered-call': meaning(
    'info',
    'Call without a result',
    'A tool was called and no result has its id.',
    'Look at what follows the call: an interruption, an error, or the end of the file.',
    'sometimes',
    'the run was interrupted, is still going on, or the tool runs at the API',
  ),
  'call-id-reused': meaning(
    'warning',
    'Call id used twice',
    'Two different calls have the same id. Each result answers the nearest earlier open call.',
    'Check the pairs: some gateways number calls anew in every message.',
    'sometimes',
    'a gateway numbers its calls from zero in every message',
  ),
  'dangling-parent': meaning(
    'warning',
    'Parent that is not in the file',
    'A line names a parent that this file does not hold. It is taken to go on from the line before.',
    'Look for unparsed pieces before it: the parent may be in one of them.',
  ),
  'parent-left-out': meaning(
    'info',
    'Earlier part is not in the file',
    'The first line, or a compaction, names a parent that this file does not hold.',
    'Look for the earlier part in another session file.',
    'sometimes',
    'a conversation was resumed, copied or compacted',
  ),
  'parent-cycle': meaning(
    'warning',
    'Parents in a circle',
    'Following the parents of a line leads back to it. The earliest line of the circle is taken for its beginning.',
    'Look for a program that rewrote the session file.',
  ),
};

const MEANINGS = new Map(
  [FILE, AGENT_FILES, PIECES, WRITING, STATEMENTS, TURNS, RELATIONS].flatMap((part) => Object.entries(part)),
);

/** All codes that have a meaning here. */
export const DIAGNOSTIC_CODES: readonly string[] = [...MEANINGS.keys()];

/** Any code, also one that is not in the catalogue: a code is never a reason to show nothing. */
export function diagnosticMeaning(code: string, severity: DiagnosticSeverity = 'warning'): DiagnosticMeaning {
  const known = MEANINGS.get(code);
  if (known !== undefined) return known;
  const words = code.replaceAll('-', ' ').trim();
  return meaning(
    severity,
    words === '' ? 'Unnamed diagnostic' : words.charAt(0).toUpperCase() + words.slice(1),
    'There is no description of this code. Its sentences say what was found.',
    'Read the frames that it names.',
  );
}
