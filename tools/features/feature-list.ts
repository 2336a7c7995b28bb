/** A row of docs/features.md: one verifiable behaviour. */
export interface Feature {
  /** `SH-18`. */
  readonly id: string
  /** `SH`. */
  readonly group: string
  readonly text: string
  /** How it is verified: `U`, `C`, `E`, `A`, `W`, `V` in any combination, with remarks. */
  readonly verify: string
}

const ROW = /^\|\s*([A-Z]{2})-(\d{2,3})\s*\|(.*)\|([^|]*)\|\s*$/

/** Every feature row of the list. Decisions (`D-…`) and the trace table have another format and are skipped. */
export function parseFeatures(markdown: string): Feature[] {
  return markdown.split('\n').flatMap((line) => {
    // A pipe inside a cell is written `\|` and must not end it.
    const match = ROW.exec(line.replaceAll('\\|', '\u0000'))
    if (!match) return []
    const [, group = '', number = '', text = '', verify = ''] = match
    const clean = (cell: string) => cell.replaceAll('\u0000', '|').trim()
    return [{ id: `${group}-${number}`, group, text: clean(text), verify: clean(verify) }]
  })
}
