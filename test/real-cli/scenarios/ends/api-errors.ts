import type { Scenario } from '../../cli/scenario';
import { bash, finalError, message, overloaded, text } from '../../mock-api/messages';
import { inTurn, onRequest } from '../said-in-turn';

const limited = 'This request would exceed your rate limit.';
const inOneHundredYears = '4950000000';

/** The headers from which the CLI makes its rate limit frames; it reads them only when it is signed in with a token. */
function rateHeaders(status: string, used: string): Record<string, string> {
  const named = (name: string) => `anthropic-ratelimit-unified-${name}`;
  return {
    [named('status')]: status,
    [named('reset')]: inOneHundredYears,
    [named('representative-claim')]: 'five_hour',
    [named('fallback')]: 'available',
    [named('fallback-percentage')]: '0.5',
    [named('5h-status')]: status,
    [named('5h-reset')]: inOneHundredYears,
    [named('5h-utilization')]: used,
    [named('5h-surpassed-threshold')]: '0.9',
    [named('7d-status')]: 'allowed',
    [named('7d-reset')]: inOneHundredYears,
    [named('7d-utilization')]: '0.31',
    [named('overage-status')]: 'rejected',
    [named('overage-disabled-reason')]: 'org_level_disabled',
  };
}

export const apiErrorScenarios: Scenario[] = [
  {
    name: '05a-401',
    title: 'API 401',
    prompt: 'Say hello.',
    model: () => () => finalError(401, 'authentication_error', 'invalid x-api-key'),
  },
  {
    name: '05b-529-retry',
    title: 'API 529 twice, then an answer',
    prompt: 'Say hello.',
    model: onRequest(overloaded(), overloaded(), message(text('Hello after two retries.'))),
  },
  {
    name: '05c-529-fail',
    title: 'API 529 until retries run out',
    prompt: 'Say hello.',
    environment: { CLAUDE_CODE_MAX_RETRIES: '1' },
    model: onRequest(
      overloaded(),
      overloaded(),
      overloaded(),
      finalError(529, 'overloaded_error', 'Overloaded'),
    ),
  },
  {
    name: '05d-too-long',
    title: 'API 400 prompt is too long',
    prompt: 'Say hello.',
    model: () => () =>
      finalError(400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'),
  },
  {
    name: '05h-404-model',
    title: 'API 404 unknown model',
    prompt: 'Say hello.',
    args: () => ['--model', 'claude-nonexistent-9'],
    model: () => () => finalError(404, 'not_found_error', 'model: claude-nonexistent-9'),
  },
  {
    name: '05e-429',
    title: 'API 429 rate limited',
    prompt: 'Say hello.',
    environment: { CLAUDE_CODE_MAX_RETRIES: '1' },
    model: onRequest(
      { ...finalError(429, 'rate_limit_error', limited), headers: { 'retry-after': '1' } },
      finalError(429, 'rate_limit_error', limited),
    ),
  },
  {
    name: '20-rate-limit',
    title: 'anthropic-ratelimit-unified-* headers with a dummy OAuth token',
    prompt: 'Say hello.',
    account: 'token',
    model: () =>
      inTurn(
        { ...message(text('Step 0'), bash('echo 0')), headers: rateHeaders('allowed', '0.42') },
        { ...message(text('Step 1'), bash('echo 1')), headers: rateHeaders('allowed_warning', '0.93') },
        { ...message(text('Done.')), headers: rateHeaders('allowed', '0.95') },
      ),
  },
  {
    name: '20b-rate-rejected',
    title: '429 with unified rate-limit headers, rejected',
    prompt: 'Say hello.',
    account: 'token',
    environment: { CLAUDE_CODE_MAX_RETRIES: '1' },
    model: () => () => {
      const words = "This request would exceed your account's rate limit. Please try again later.";
      const { error, headers } = finalError(429, 'rate_limit_error', words);
      return { error, headers: { ...headers, ...rateHeaders('rejected', '1.0') } };
    },
  },
];
