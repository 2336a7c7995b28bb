/** Trailing brackets of a catalogue name: method and reference substance. */
const QUALIFIER = /[（(][^（）()]*[）)]$/
/** Trailing Latin symbol of a name: 细颗粒物 PM2.5. */
const SYMBOL = /\s([A-Za-z][\w.]*)$/

/**
 * Short label for narrow cells: `Cl₂`, `PM2.5`, else the name without its qualifier. The full name goes into a tooltip.
 */
export function metricLabel({ formula, name }: { readonly formula: string | null; readonly name: string }): string {
  return formula ?? SYMBOL.exec(name)?.[1] ?? name.replace(QUALIFIER, '')
}
