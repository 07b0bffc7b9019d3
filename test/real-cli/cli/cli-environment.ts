// The environment that the CLI gets, and nothing else: no key, no home and no network of the user's.
import type { DemoFolder } from './demo-folder';

const DUMMY_KEY = 'sk-ant-dummy-not-a-real-key';
const DUMMY_TOKEN = 'sk-ant-oat01-dummy-not-a-real-token';

/**
 * Everything goes to the mock: the API by its address, all other hosts by its proxy, which refuses them.
 * `account` signs in with a dummy token instead of a key: only then the CLI tells of rate limits.
 */
export function cliEnvironment(
  apiUrl: string,
  folder: Pick<DemoFolder, 'home' | 'temp'>,
  account: 'key' | 'token' = 'key',
): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder.home,
    TMPDIR: folder.temp,
    CLAUDE_CODE_TMPDIR: folder.temp,
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    ANTHROPIC_BASE_URL: apiUrl,
    HTTP_PROXY: apiUrl,
    HTTPS_PROXY: apiUrl,
    NO_PROXY: '127.0.0.1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Without it the CLI refuses to bypass permissions for root, which CI machines often are.
    IS_SANDBOX: '1',
    ...(account === 'key' ? { ANTHROPIC_API_KEY: DUMMY_KEY } : { CLAUDE_CODE_OAUTH_TOKEN: DUMMY_TOKEN }),
  };
}
