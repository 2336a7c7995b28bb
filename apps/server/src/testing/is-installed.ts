import { spawnSync } from 'node:child_process'

/** Whether a system program is installed; logs what is not tested without it. */
export function isInstalled(program: string, notTested: string): boolean {
  const isThere = spawnSync(program, ['-h']).error === undefined
  if (!isThere) process.stderr.write(`SKIPPED: ${program} is not installed; not tested: ${notTested}\n`)
  return isThere
}
