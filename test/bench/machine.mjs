// What of the machine matters for the numbers.
import { cpus, loadavg, totalmem } from 'node:os';
import { describeRuntime, findRuntime } from '../../build/electron-path.mjs';

export function machineFacts() {
  const processors = cpus();
  const runtime = findRuntime();
  return {
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    electron: runtime ? describeRuntime(runtime) : 'none',
  };
}

/** Of the last minute. Above the number of cores, only the ratios mean anything. */
export function loadNow() {
  return loadavg()[0] ?? 0;
}
