import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

const KEPT_LINES = 20

/** The last lines a child process wrote, for error messages. */
export interface CollectedOutput {
  tail(): string
}

/** Reads both outputs of a child line by line. */
export function collectOutput(child: ChildProcess, onLine: (line: string) => void = () => undefined): CollectedOutput {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > KEPT_LINES) lines.shift()
      onLine(line)
    })
  }
  return { tail: () => lines.join('\n') }
}
