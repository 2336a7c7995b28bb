import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/** @typedef {{ pid: number, group: number, name: string }} Process */

/**
 * The living processes of a task: of its process groups, and those that left them but work in its folder or were given
 * it for temporary files (databases and browsers open sessions of their own).
 *
 * @param {string} folder
 * @param {ReadonlySet<number>} groups
 * @returns {Process[]}
 */
export function processesOf(folder, groups) {
  const all = readdirSync('/proc').flatMap((name) => readProcess(name) ?? [])
  return all.filter(({ pid, group }) => pid !== process.pid && (groups.has(group) || belongsTo(pid, folder)))
}

/**
 * Ends processes: lets those that are about to end do so, asks the others, and kills who does not hear.
 *
 * @param {() => readonly Process[]} find
 * @param {{ graceMs: number, patienceMs: number }} times before asking, and between asking and killing
 * @returns {Promise<string[]>} names of those that had to be asked
 */
export async function endProcesses(find, { graceMs, patienceMs }) {
  if (await haveEnded(find, graceMs)) return []
  const asked = find()
  send(asked, 'SIGTERM')
  // A killed process may take a moment to disappear.
  if (!(await haveEnded(find, patienceMs))) send(find(), 'SIGKILL')
  await haveEnded(find, patienceMs)
  return asked.map(({ name, pid }) => `${name} (${pid})`)
}

/** @param {() => readonly Process[]} find @param {number} withinMs */
async function haveEnded(find, withinMs) {
  const deadlineMs = performance.now() + withinMs
  for (;;) {
    if (find().length === 0) return true
    if (performance.now() >= deadlineMs) return false
    await sleep(POLL_MS)
  }
}

/** @param {readonly Process[]} processes @param {NodeJS.Signals} signal */
function send(processes, signal) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has just ended.
    }
  }
}

/** @param {string} pid @returns {Process | undefined} undefined for what is no process, or a dead one nobody buried */
function readProcess(pid) {
  if (!/^\d+$/.test(pid)) return undefined
  try {
    // The name may contain spaces and brackets; the fields after its last bracket do not: state, parent, group.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    return state === 'Z' || state === 'X' ? undefined : { pid: Number(pid), group: Number(group), name }
  } catch {
    return undefined
  }
}

/** @param {number} pid @param {string} folder */
function belongsTo(pid, folder) {
  try {
    if (`${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)) return true
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(`\0TMPDIR=${folder}\0`)
  } catch {
    // Owned by another user, or already ended.
    return false
  }
}
