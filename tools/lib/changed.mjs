import { runQuietly } from './run.mjs'

/** @param {readonly string[]} args @returns {Promise<string[]>} lines */
async function git(args) {
  const output = await runQuietly('git', ['-c', 'core.quotePath=off', ...args])
  return output.split('\n').filter(Boolean)
}

/**
 * What differs from where the work began: the merge base with origin/main, else the last commit; with what is not
 * committed, and without what was deleted.
 *
 * @returns {Promise<{ base: string, paths: string[] }>} relative to the checkout
 */
export async function readChanges() {
  const [base = 'HEAD'] = await git(['merge-base', 'HEAD', 'origin/main']).catch(() => git(['rev-parse', 'HEAD~1']))
  const committed = await git(['diff', '--name-only', '--diff-filter=d', base])
  const untracked = await git(['ls-files', '--others', '--exclude-standard'])
  return { base: base.slice(0, 7), paths: [...new Set([...committed, ...untracked])] }
}
