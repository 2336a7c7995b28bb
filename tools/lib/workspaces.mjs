import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './checkout.mjs'

/** Folders whose tests are one vitest run each, and the cores a run keeps busy. */
export const WORKSPACES = /** @type {const} */ ({
  'packages/domain': 1,
  'packages/contract': 1,
  'packages/demo': 1,
  'apps/simulator': 1,
  tools: 1,
  'apps/server': 2,
  'apps/web': 2,
  e2e: 2,
})
/** @typedef {keyof typeof WORKSPACES} Workspace */
export const WORKSPACE_NAMES = /** @type {Workspace[]} */ (Object.keys(WORKSPACES))

const SKIPPED = new Set(['node_modules', 'dist', '.tmp', '.artifacts'])

/** @param {string} path relative to the checkout @returns {Workspace | undefined} */
export const workspaceOf = (path) => WORKSPACE_NAMES.find((root) => path === root || path.startsWith(`${root}/`))

/** @param {string} path */
export const isTestFile = (path) => /\.test\.tsx?$/.test(path)

/** All test files, relative to the checkout. */
export function listTestFiles() {
  return WORKSPACE_NAMES.flatMap((root) => list(root)).filter(isTestFile)
}

/** @param {string} path relative to the checkout */
export const textOf = (path) => readFileSync(join(ROOT, path), 'utf8')

/** @param {string} dir @returns {string[]} */
function list(dir) {
  return readdirSync(join(ROOT, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = `${dir}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return SKIPPED.has(entry.name) ? [] : list(path)
  })
}
