/**
 * Prints what importing a module costs in this fresh process. Lambda's runtime has loaded `node:http` before a
 * function's code is imported, so it does not count.
 */
import 'node:http'; // oxlint-disable-line import/no-unassigned-import

const before = process.cpuUsage();
const startedAtMs = performance.now();
await import(process.argv[2] ?? '');
const wallMs = performance.now() - startedAtMs;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
