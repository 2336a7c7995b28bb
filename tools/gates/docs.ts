import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Finding, Gate } from './gate.ts'
import { manualFindings } from './manual.ts'
import { readSourceFiles } from './source-files.ts'

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.git', 'data', '.tmp'])
const FOLDER_README_MAX_LINES = 15
const ADR_MAX_LINES = 60
const MANUAL_PICTURES = 'docs/manual/images'

/** Links resolve, commands exist, decisions are numbered, folder notes stay short, the manual matches the console. */
export const docsGate: Gate = {
  name: 'docs',
  promise: 'Documents point at files and commands that exist.',
  run: (rootDir) => {
    const pages = readPages(rootDir)
    const scripts = readScripts(rootDir)
    const findings = pages.flatMap((page) => [
      ...brokenLinks(rootDir, page),
      ...unknownCommands(page, scripts),
      ...tooLong(page),
    ])
    const manual = manualFindings(pages, readSourceFiles(rootDir), picturesOf(rootDir))
    return { filesRead: pages.length, findings: [...findings, ...misnumberedDecisions(pages), ...manual] }
  },
}

interface Page {
  readonly path: string
  readonly lines: readonly string[]
}

function readPages(rootDir: string): Page[] {
  const paths = readdirSync(rootDir, { recursive: false, withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED_FOLDERS.has(entry.name)) return []
    const path = join(rootDir, entry.name)
    return entry.isDirectory() ? markdownBelow(path) : entry.name.endsWith('.md') ? [path] : []
  })
  return paths.map((path) => ({
    path: relative(rootDir, path).split(sep).join('/'),
    lines: readFileSync(path, 'utf8').trimEnd().split('\n'),
  }))
}

function markdownBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : markdownBelow(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

function picturesOf(rootDir: string): string[] {
  const dir = join(rootDir, MANUAL_PICTURES)
  return existsSync(dir) ? readdirSync(dir).map((name) => `${MANUAL_PICTURES}/${name}`) : []
}

function readScripts(rootDir: string): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>
  }
  return new Set([...Object.keys(manifest.scripts ?? {}), 'install', 'ci'])
}

function eachMatch(page: Page, pattern: RegExp, check: (text: string) => string | undefined, rule: string): Finding[] {
  return page.lines.flatMap((line, index) =>
    [...line.matchAll(pattern)].flatMap((match) => {
      const message = check(match[1] ?? '')
      return message === undefined ? [] : [{ file: page.path, line: index + 1, rule, message }]
    }),
  )
}

function brokenLinks(rootDir: string, page: Page): Finding[] {
  const check = (target: string) => {
    const path = target.replace(/#.*$/, '')
    if (path === '' || /^[a-z]+:/.test(path)) return undefined
    return existsSync(join(rootDir, dirname(page.path), decodeURI(path))) ? undefined : `'${target}' does not exist.`
  }
  // Text in backquotes is an example, not a link.
  const prose = { ...page, lines: page.lines.map((line) => line.replaceAll(/`[^`]*`/g, '')) }
  return eachMatch(prose, /\]\(([^)\s]+)\)/g, check, 'broken-link')
}

function unknownCommands(page: Page, scripts: ReadonlySet<string>): Finding[] {
  const check = (name: string) => (scripts.has(name) ? undefined : `no script '${name}' in package.json.`)
  return eachMatch(page, /(?:^|`)npm (?:run )?((?!run\b)[a-z][a-z0-9:-]*)\b/g, check, 'unknown-command')
}

function tooLong(page: Page): Finding[] {
  const isFolderNote = page.path.endsWith('/README.md') && !page.path.startsWith('docs/')
  const max = isFolderNote
    ? FOLDER_README_MAX_LINES
    : // The index has one line per decision.
      page.path.startsWith('docs/adr/') && !page.path.endsWith('/README.md')
      ? ADR_MAX_LINES
      : Number.POSITIVE_INFINITY
  if (page.lines.length <= max) return []
  return [{ file: page.path, rule: 'too-long', message: `${page.lines.length} lines, at most ${max}.` }]
}

function misnumberedDecisions(pages: readonly Page[]): Finding[] {
  const decisions = pages.filter(({ path }) => /^docs\/adr\/\d/.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1))
  return decisions.flatMap(({ path }, index) => {
    const expected = String(index + 1).padStart(4, '0')
    if (path.startsWith(`docs/adr/${expected}-`)) return []
    return [{ file: path, rule: 'adr-number', message: `expected ${expected}: decisions are numbered without holes.` }]
  })
}
