/** Brackets at the end of a catalogue name: method and reference substance. */
const QUALIFIER = /[（(][^（）()]*[）)]$/
/** A Latin symbol that a name ends with: 细颗粒物 PM2.5. */
const SYMBOL = /\s([A-Za-z][\w.]*)$/

/** What a narrow cell has room for: `Cl₂`, `PM2.5`, else the name without its qualifier. The whole name goes into a tooltip. */
export function metricLabel({ formula, name }: { readonly formula: string | null; readonly name: string }): string {
  return formula ?? SYMBOL.exec(name)?.[1] ?? name.replace(QUALIFIER, '')
}
