// Lines of a session file, for what is measured while one grows.

/**
 * A line of a session file of about so many bytes, line end included. Each goes on from the one before.
 * @param {number} number
 * @param {number} bytes
 */
export function sessionLine(number, bytes) {
  const idOf = (/** @type {number} */ of) => `00000000-0000-4000-8000-${String(of).padStart(12, '0')}`;
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' };
  const content = [{ type: 'text', text: 'x'.repeat(Math.max(0, bytes - 370)) }];
  const line = {
    type: 'assistant',
    message: { ...message, content },
    uuid: idOf(number),
    parentUuid: number === 1 ? null : idOf(number - 1),
    sessionId: '00000000-0000-4000-9000-000000000000',
    timestamp: new Date().toISOString(),
  };
  return `${JSON.stringify(line)}\n`;
}
