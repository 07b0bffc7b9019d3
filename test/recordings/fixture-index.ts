import { captureFiles, recordedCalls } from '../unit/recordings';

/** The text of fixtures/index.md: every scenario, and the versions that it was recorded with. */
export function fixtureIndex(): string {
  const captures = captureFiles();
  const versions = [...new Set(captures.map((capture) => capture.version))].sort(byNumber);
  const scenarios = [...new Set(captures.map((capture) => capture.scenario))].sort();
  const rows = scenarios.map((scenario) => {
    const cells = versions.map((version) => {
      const files = captures.filter((file) => file.version === version && file.scenario === scenario);
      return files.length === 0 ? '' : marksOf(files.map((file) => file.source));
    });
    return `| \`${scenario}\` | ${titleOf(scenario, versions, captures)} | ${cells.join(' | ')} |`;
  });
  const counts = versions.map((version) => {
    const files = captures.filter((file) => file.version === version);
    return new Set(files.map((file) => file.scenario)).size;
  });
  return `# All recordings

Made by \`npx vitest run test/recordings -u\`; see [README.md](README.md) for the layout.

A number is how many calls of the CLI were recorded; \`s\` stands for a session file, \`a\` and a number for files of
subagents beside it.

| Scenario | What happens | ${versions.join(' | ')} |
| --- | --- |${versions.map(() => ' --- |').join('')}
${rows.join('\n')}
| | recordings | ${counts.join(' | ')} |
`;
}

function titleOf(scenario: string, versions: string[], captures: { version: string; scenario: string }[]) {
  const version = versions.find((v) => captures.some((c) => c.version === v && c.scenario === scenario));
  return recordedCalls(version!, scenario)[0]!.scenario.replaceAll('|', '\\|');
}

function marksOf(sources: string[]): string {
  const count = (source: string) => sources.filter((one) => one === source).length;
  const agents = count('agent');
  return [count('stdout'), count('session') > 0 ? 's' : '', agents > 0 ? `a${agents}` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** 2.0.76 comes before 2.1.29. */
function byNumber(a: string, b: string): number {
  const parts = (version: string) => version.split('.').map(Number);
  const [x, y] = [parts(a), parts(b)];
  return x.map((part, i) => part - y[i]!).find((difference) => difference !== 0) ?? 0;
}
