import { BOUNDARY_RULES } from './boundary-rules.ts'
import { findCycles } from './cycles.ts'
import type { Finding, Gate } from './gate.ts'
import { type Edge, readModuleGraph } from './module-graph.ts'
import { isTestFile, readSourceFiles, type SourceFile } from './source-files.ts'

/** Import rules between layers, no cycles, no stray barrels, wire spellings only in the contract. */
export const boundariesGate: Gate = {
  name: 'boundaries',
  promise: 'Imports follow the table in ARCHITECTURE.md and form no cycle.',
  run: (rootDir) => {
    const files = readSourceFiles(rootDir)
    const edges = readModuleGraph(rootDir, files)
    const findings = [
      ...brokenRules(edges),
      ...cycles(edges),
      ...lateInFirstPages(edges),
      ...strayBarrels(files),
      ...strayWireNames(files),
    ]
    return { filesRead: files.length, findings, report: `${files.length} modules, ${edges.length} imports followed` }
  },
}

function brokenRules(edges: readonly Edge[]): Finding[] {
  return edges.flatMap((edge) =>
    BOUNDARY_RULES.filter((rule) => rule.forbids(edge)).map((rule) => ({
      file: edge.from,
      line: edge.line,
      rule: rule.name,
      message: `imports '${edge.specifier}': ${rule.instead}`,
    })),
  )
}

function cycles(edges: readonly Edge[]): Finding[] {
  return findCycles(edges).map((members) => ({
    file: members[0] ?? '',
    rule: 'no-cycle',
    message: `import each other: ${members.join(', ')}. Move what they share to a third file.`,
  }))
}

/** Loaded before anything is requested: frame, login, landing page, and the table of pages. */
const FIRST_PAGES =
  /^apps\/web\/src\/(?:app\/(?:main|console)\.tsx|features\/(?:login\/login-page|dashboard\/analysis-page)\.tsx|features\/[^/]+\/views\.ts)$/
const LATE_PACKAGES = ['antd', 'echarts', 'maplibre-gl', 'dayjs']

/** First pages must not load the large libraries (ADR 0019, 0033): a single import anywhere below brings them in. */
function lateInFirstPages(edges: readonly Edge[]): Finding[] {
  const needs = new Map<string, Edge[]>()
  for (const edge of edges) if (edge.isNeededFirst) needs.set(edge.from, [...(needs.get(edge.from) ?? []), edge])
  const reached = new Set(edges.map(({ from }) => from).filter((path) => FIRST_PAGES.test(path)))
  // Iterating over a set includes items added meanwhile.
  for (const path of reached) for (const { to } of needs.get(path) ?? []) if (to.kind === 'file') reached.add(to.path)
  return [...reached].flatMap((path) =>
    (needs.get(path) ?? [])
      .filter(({ to }) => to.kind === 'npm' && LATE_PACKAGES.includes(to.path))
      .map(({ from: file, line, specifier }) => ({
        file,
        line,
        rule: 'first-pages-are-light',
        message: `imports '${specifier}', and the first pages import this file: load the part with lazyPart and loadWithAntd.`,
      })),
  )
}

const BARREL_HOMES =
  /^packages\/[^/]+\/src\/index\.ts$|^apps\/server\/src\/modules\/[^/]+\/index\.ts$|^apps\/web\/src\/resource\/index\.ts$|\/cells\/index\.ts$/

function strayBarrels(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /\/index\.tsx?$/.test(path) && !BARREL_HOMES.test(path))
    .map(({ path }) => ({
      file: path,
      rule: 'no-barrel',
      message: 'name the file after what it holds; only a package, a server module and resource/ have an index.ts.',
    }))
}

/** Spellings that existing clients rely on (decision D-02, D-03). They must not spread. */
const WIRE_SPELLING = /titile|annountCement|refleshCache|doReovkeData/

function strayWireNames(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => !/^packages\/contract\/|^tools\/gates\//.test(path) && !isTestFile(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const name = WIRE_SPELLING.exec(line)?.[0]
        if (name === undefined) return []
        const message = `'${name}' is a wire spelling: map it in packages/contract and use the right word here.`
        return [{ file: path, line: index + 1, rule: 'wire-names-in-contract', message }]
      }),
    )
}
