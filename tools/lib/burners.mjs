import { spawn } from 'node:child_process'

/**
 * Keeps cores busy with work of no use, at the priority of everything else.
 *
 * @param {number} count
 * @returns {() => void} ends them
 */
export function burn(count) {
  // Each exits by itself if this process disappears without stopping it.
  const program = `const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e8; n++);`
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', program], { stdio: 'ignore' }))
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
}
