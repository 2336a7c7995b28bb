import { spawnSync } from 'node:child_process'

/** Whether a program of the system is there; says what is not tested where it is missing. */
export function isInstalled(program: string, notTested: string): boolean {
  const isThere = spawnSync(program, ['-h']).error === undefined
  if (!isThere) process.stderr.write(`SKIPPED: ${program} is not installed; not tested: ${notTested}\n`)
  return isThere
}
