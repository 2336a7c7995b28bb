import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Finding, Gate } from './gate.ts'
import { readSourceFiles } from './source-files.ts'

type KnipItem = { readonly name: string; readonly line?: number }
/** One file of knip's JSON report: kind of issue → items. */
type KnipIssue = { readonly file: string } & Readonly<
  Record<string, string | readonly (KnipItem | readonly KnipItem[])[]>
>

const KNIP = fileURLToPath(new URL('../../node_modules/knip/bin/knip.js', import.meta.url))

/** knip: no unused files, exports, types or dependencies, and no unlisted dependency. */
export const unusedGate: Gate = {
  name: 'unused',
  promise: 'Every file, export and dependency is used, and every used dependency is listed.',
  run: (rootDir) => {
    const args = [KNIP, '--reporter', 'json', '--no-progress', '--directory', rootDir]
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      cwd: rootDir,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    })
    // 0 = clean, 1 = findings; anything else is a broken configuration and must not pass.
    if (status !== 0 && status !== 1) throw new Error(`knip failed (${status}):\n${stderr.slice(0, 2_000)}`)
    const { issues } = JSON.parse(stdout) as { issues: readonly KnipIssue[] }
    // knip does not report how many files it read, so its input is counted here.
    return { filesRead: readSourceFiles(rootDir).length, findings: issues.flatMap(toFindings) }
  },
}

function toFindings({ file, ...kinds }: KnipIssue): Finding[] {
  return Object.entries(kinds).flatMap(([kind, items]) =>
    typeof items === 'string'
      ? []
      : items.flat().map((item) => ({
          file,
          line: item.line,
          rule: `unused/${kind}`,
          message: `${item.name}: delete it, use it, or stop exporting it.`,
        })),
  )
}
