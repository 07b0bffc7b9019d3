import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/engine/answers/report/report';
import { casePath, sessionOf } from '../unit/engine/session-of';
import { detail, diagnostics, openCase, rowsOf } from './case-answers';

// The "Must" and "Must not" lines of the case sheets about results, outcomes and ends of processes.

interface Step {
  op: string;
  data?: string;
}

const stepsOf = (number: string): Step[] =>
  JSON.parse(readFileSync(casePath(number).replace('.jsonl', '.steps.json'), 'utf8'));

const labelled = (facts: { label: string; value: string }[], label: string) =>
  facts.find((fact) => fact.label === label)?.value;

describe('046: an error with the subtype "success"', () => {
  it('the reason is the text of the result, never the word "success"; the status is 429', () => {
    const session = openCase('046');
    expect(reportOf(session).runs[0]!.reason).toBe('API Error: limit reached');
    expect(labelled(detail(session, 3).facts, 'api_error_status')).toBe('429');
    const { summary, error } = rowsOf(session)[2]!;
    expect(error).toBe(true);
    expect(summary).not.toContain('success');
  });

  it('the synthetic message says that it is no model’s', () => {
    const { facts } = detail(openCase('046'), 2);
    expect(labelled(facts, 'model')).toBe('<synthetic>');
    expect(labelled(facts, 'is_api_error_message')).toBe('true');
  });
});

describe('047: an error that is not flagged', () => {
  it('the call that was running is named', () => {
    const [open] = diagnostics(openCase('047'), 'unanswered-call');
    expect(open!.message).toContain('"t1"');
    expect(rowsOf(openCase('047'))[1]!.unlinked).toBe(true);
  });

  it('no reason is made up when the result gives none', () => {
    expect(reportOf(openCase('047')).runs[0]).toMatchObject({
      reason: null,
      subtype: 'error_during_execution',
      turns: 0,
    });
  });
});

describe('050: a result without its key, after an interrupt', () => {
  it('the frame can be shown, and the turn after it counts', () => {
    const session = openCase('050');
    expect(detail(session, 6).blocks.map((block) => block.type)).not.toContain('result');
    expect(labelled(detail(session, 6).facts, 'terminal_reason')).toBe('interrupted');
    expect(reportOf(session)).toMatchObject({ outcome: 'success', costUsd: 0.03, runs: [{ turns: 2 }] });
  });
});

describe('052: a result before the turn', () => {
  it('says that it had no turns, and does not decide', () => {
    const session = openCase('052');
    expect(rowsOf(session)[1]!.summary).toMatch(/^0 turns/);
    expect(reportOf(session).runs).toMatchObject([
      { outcome: 'error', subtype: 'error_during_execution', resultFrame: 5, costUsd: 0.05 },
    ]);
  });
});

describe('094: how a process ends', () => {
  const outputs = stepsOf('094')
    .map((step) => (step.op === 'variant' ? '|' : (step.data ?? '')))
    .join(' ')
    .split('|')
    .map((parts) => Buffer.concat(parts.split(' ').map((part) => Buffer.from(part, 'base64'))));

  it('killed without a result: incomplete, and t1 is unanswered', () => {
    const session = sessionOf(outputs[0]!);
    expect(reportOf(session)).toMatchObject({ outcome: 'incomplete', unansweredCalls: 1 });
    expect(diagnostics(session, 'unanswered-call')[0]!.message).toContain('"t1"');
  });

  it.each([
    [2, 'success', 'exit code 1 does not overrule it'],
    [3, 'error', 'exit code 0 does not overrule it'],
    [4, 'success', 'also while the process lives on'],
  ])('variant %i: the result says %s, %s', (variant, outcome) => {
    const report = reportOf(sessionOf(outputs[variant - 1]!));
    expect(report).toMatchObject({ outcome, unansweredCalls: 0 });
    expect(report.runs[0]!.resultFrame).toBe(2);
  });
});
