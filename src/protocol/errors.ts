/**
 * Errors that cross a boundary (engine to window, engine to CLI). Each keeps its class on the way: the
 * code names the class in the wire envelope, so that a caller can still tell a missing file from a cancel.
 * Messages are one plain sentence: what happened, to what, and what to do.
 */
export type ErrorCode = 'source' | 'cancelled' | 'invalid-request' | 'engine-stopped' | 'internal';

export class FramescopeError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FramescopeError';
    this.code = code;
  }
}

export type SourceProblem =
  | 'not-found'
  | 'is-folder'
  | 'not-allowed'
  | 'not-a-file'
  | 'changed-while-reading'
  | 'unreadable';

/** A file or stream that cannot be read. `path` is as the user gave it. */
export class SourceError extends FramescopeError {
  readonly problem: SourceProblem;
  readonly path: string;

  constructor(problem: SourceProblem, path: string, message: string, options?: { cause?: unknown }) {
    super('source', message, options);
    this.name = 'SourceError';
    this.problem = problem;
    this.path = path;
  }
}

export class CancelledError extends FramescopeError {
  constructor(message = 'The request was cancelled.') {
    super('cancelled', message);
    this.name = 'CancelledError';
  }
}

/** A request that the contract does not allow (wrong shape, unknown method, unknown session). */
export class InvalidRequestError extends FramescopeError {
  constructor(message: string) {
    super('invalid-request', message);
    this.name = 'InvalidRequestError';
  }
}

/** The engine process ended while a request was waiting for its answer. */
export class EngineStoppedError extends FramescopeError {
  constructor(message = 'The engine stopped before it answered. It is being restarted.') {
    super('engine-stopped', message);
    this.name = 'EngineStoppedError';
  }
}
