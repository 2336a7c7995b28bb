/** One objection of a gate. `file` is relative to the root of the checkout, `/` separated. */
export interface Finding {
  readonly file: string
  /** 1-based; absent when the finding is about the whole file. */
  readonly line?: number | undefined
  readonly rule: string
  /** The problem, and the alternative. */
  readonly message: string
}

/** Result of a gate. A gate that read nothing must never pass, so the count is part of it. */
export interface GateResult {
  readonly filesRead: number
  readonly findings: readonly Finding[]
  /** Tables or totals printed before the findings. */
  readonly report?: string
}

/** A check over one checkout. */
export interface Gate {
  readonly name: string
  /** One sentence: what holds when the gate passes. */
  readonly promise: string
  readonly run: (rootDir: string, options?: GateOptions) => Promise<GateResult> | GateResult
}

export interface GateOptions {
  /** Print the full tables, not only failures. */
  readonly all?: boolean
}

/** True when the gate passes: files were read, and there are no findings. */
export function isGreen(result: GateResult): boolean {
  return result.filesRead > 0 && result.findings.length === 0
}

/** The result as text for a terminal, findings in `file:line` form so that editors can jump to them. */
export function formatResult(gate: Gate, result: GateResult): string {
  const lines = result.report ? [result.report, ''] : []
  for (const finding of result.findings) {
    const place = finding.line === undefined ? finding.file : `${finding.file}:${finding.line}`
    lines.push(`${place}  ${finding.rule}\n    ${finding.message}`)
  }
  if (result.filesRead === 0) lines.push(`${gate.name}: read no file. A gate that sees nothing is red.`)
  const verdict = isGreen(result) ? 'green' : 'RED'
  lines.push(`${gate.name}: ${verdict}, ${result.filesRead} files read, ${result.findings.length} findings`)
  return lines.join('\n')
}
