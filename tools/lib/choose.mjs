import { isTestFile, WORKSPACE_NAMES, workspaceOf } from './workspaces.mjs'

/** @typedef {import('./workspaces.mjs').Workspace} Workspace */
/**
 * Tests of one workspace: whole files, or of these files the tests whose title matches.
 *
 * @typedef {{ root: Workspace, files: readonly string[], title?: string }} Selection
 */

/**
 * What a word asks for: test files whose path has it, and of the others the tests whose title has it.
 *
 * @param {readonly string[]} words
 * @param {readonly string[]} files all test files
 * @param {(path: string) => string} textOf
 * @returns {Selection[]}
 */
export function chooseByWords(words, files, textOf) {
  if (words.length === 0) return []
  const isNamed = (/** @type {string} */ path) => words.some((word) => path.toLowerCase().includes(word.toLowerCase()))
  const named = files.filter(isNamed)
  const others = files.filter((path) => !isNamed(path))
  const titled = others.filter((path) => hasAny(textOf(path), words))
  const title = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|')
  return [...byWorkspace(named), ...byWorkspace(titled).map((selection) => ({ ...selection, title }))]
}

/** @param {string} text @param {readonly string[]} words */
const hasAny = (text, words) => words.some((word) => text.includes(word))

/** @param {readonly string[]} files @returns {Selection[]} */
export function byWorkspace(files) {
  return WORKSPACE_NAMES.flatMap((root) => {
    const own = files.filter((path) => workspaceOf(path) === root)
    return own.length > 0 ? [{ root, files: own }] : []
  })
}

/** Files that affect every test of a workspace without being imported. */
const WHOLE_WORKSPACE = /\/(?:package\.json|tsconfig\.json|vite(?:st)?(?:\.\w+)?\.config\.ts|global-setup\.ts)$/
/** Files that affect every test. */
const EVERYTHING = /^(?:package-lock\.json|package\.json|tsconfig(?:\.base)?\.json)$/

/**
 * The test files that a change reaches without importing what was changed.
 *
 * @param {readonly string[]} changed
 * @param {readonly string[]} files all test files
 */
export function reachedByRule(changed, files) {
  const of = (/** @type {string} */ root) => files.filter((path) => path.startsWith(`${root}/`))
  return changed.flatMap((path) => {
    if (EVERYTHING.test(path)) return files
    if (WHOLE_WORKSPACE.test(path)) return of(workspaceOf(path) ?? '?')
    // Migrations and seeds reach the tests through the database.
    if (/^apps\/server\/src\/(?:db|testing)\//.test(path) && !isTestFile(path)) return of('apps/server')
    // The console reads it at build time.
    if (path.startsWith('docs/manual/'))
      return [...of('tools'), ...of('apps/web').filter((file) => /manual/.test(file))]
    // Documents generated or checked by tests.
    return /\.md$|^\.env\.example$/.test(path) ? of('tools') : []
  })
}

/**
 * Why all journeys run after a change: they drive the built console, which imports say nothing about.
 *
 * @param {readonly string[]} changed
 * @returns {string | undefined}
 */
export function reasonForJourneys(changed) {
  return changed.find(
    (path) => /^(?:apps\/(?:web|server|simulator)|packages\/\w+)\/src\//.test(path) && !isTestFile(path),
  )
}
