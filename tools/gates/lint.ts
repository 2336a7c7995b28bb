import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding, Gate } from './gate.ts'

/** The part of oxlint's JSON report that we read. */
interface OxlintReport {
  readonly number_of_files: number
  readonly diagnostics: readonly {
    readonly message: string
    readonly code?: string
    readonly help?: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number } }[]
  }[]
}

const OXLINT = fileURLToPath(new URL('../../node_modules/oxlint/bin/oxlint', import.meta.url))
const TSGOLINT = fileURLToPath(new URL('../../node_modules/oxlint-tsgolint/bin/tsgolint.js', import.meta.url))

/** oxlint with type-aware rules. Warnings count as errors: a rule is either on or off. */
export const lintGate: Gate = {
  name: 'lint',
  promise: 'The lint rules of .oxlintrc.json hold, type-aware ones included.',
  run: (rootDir) => {
    const args = [
      OXLINT,
      '--type-aware',
      '--format',
      'json',
      '--deny-warnings',
      '--report-unused-disable-directives',
      '.',
    ]
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: rootDir,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      // The type-aware linter comes from this checkout, even when another tree is checked.
      env: { ...process.env, OXLINT_TSGOLINT_PATH: TSGOLINT },
    })
    const report = parseReport(stdout, stderr)
    return { filesRead: report.number_of_files, findings: report.diagnostics.map(toFinding), report: untyped(rootDir) }
  },
}

function parseReport(stdout: string, stderr: string): OxlintReport {
  try {
    return JSON.parse(stdout) as OxlintReport
  } catch (cause) {
    throw new Error(`oxlint gave no report:\n${stdout.slice(0, 2_000)}\n${stderr.slice(0, 2_000)}`, { cause })
  }
}

function toFinding(diagnostic: OxlintReport['diagnostics'][number]): Finding {
  return {
    file: diagnostic.filename,
    line: diagnostic.labels[0]?.span.line,
    rule: diagnostic.code ?? 'oxlint',
    message: diagnostic.help ? `${diagnostic.message} ${diagnostic.help}` : diagnostic.message,
  }
}

/** Type-aware rules skip files that no tsconfig includes, so the report says whether they ran. */
function untyped(rootDir: string): string {
  return existsSync(join(rootDir, 'tsconfig.json')) ? 'type-aware' : 'WITHOUT types: no tsconfig.json at the root'
}
