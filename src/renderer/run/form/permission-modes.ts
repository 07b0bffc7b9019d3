export interface PermissionMode {
  /** As `--permission-mode` names it; "" leaves it to the CLI. */
  value: string;
  label: string;
  means: string;
  /** What the reader must know before they start it. */
  warning: string | null;
}

/** The modes of the published types (@anthropic-ai/claude-agent-sdk 0.2.101). */
export const PERMISSION_MODES: readonly PermissionMode[] = [
  {
    value: '',
    label: 'Not stated: the CLI decides',
    means: 'Its settings say what is allowed, asked and denied.',
    warning: null,
  },
  { value: 'default', label: 'default', means: 'Asks where no rule decides.', warning: null },
  {
    value: 'acceptEdits',
    label: 'acceptEdits',
    means: 'Changes files without asking, and asks for the rest.',
    warning: null,
  },
  { value: 'plan', label: 'plan', means: 'Reads and plans; changes nothing.', warning: null },
  { value: 'dontAsk', label: 'dontAsk', means: 'Denies what would be asked.', warning: null },
  {
    value: 'auto',
    label: 'auto',
    means: 'Decides by itself what is safe, and asks for the rest. Only newer versions know it.',
    warning: null,
  },
  {
    value: 'bypassPermissions',
    label: 'bypassPermissions',
    means: 'Runs every tool without asking.',
    warning:
      'Nothing is asked: it can run any command, and change or delete every file that you can. Use it only where nothing can be harmed, such as a container.',
  },
];
