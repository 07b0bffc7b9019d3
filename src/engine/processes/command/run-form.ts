/** What the reader fills in to start a process; the fields are explained where the window's requests are agreed on. */
export interface RunForm {
  program: 'claude' | 'command';
  claudePath: string | null;
  command: string;
  prompt: string;
  folder: string;
  model: string;
  permissionMode: string;
  maxTurns: number | null;
  extra: string;
  environment: string;
  conversation: boolean;
  partial: boolean;
}

/** An argument that was added without being asked for, and why. */
export interface AddedArgument {
  argument: string;
  why: string;
}
