import { escapeHtml } from '../../platform/html.ts'

const PLACEHOLDER = /\$\{(\w{1,64})\}/g

/** Distinct placeholder names in a text. */
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))]

/** Own properties only: `constructor` is none. */
const valueOf = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Placeholders without a value. */
export const missingValues = (text: string, values: Readonly<Record<string, unknown>>): string[] =>
  namesIn(text).filter((name) => (valueOf(values, name) ?? null) === null)

/** The text with its values filled in; in HTML they are escaped. */
export function fillTemplate(text: string, values: Readonly<Record<string, unknown>>, isHtml: boolean): string {
  return text.replace(PLACEHOLDER, (_blank, name: string) => {
    const value = String(valueOf(values, name) ?? '')
    return isHtml ? escapeHtml(value) : value
  })
}

/** Plain text as HTML with line breaks. */
export const htmlOfText = (text: string): string => `<p>${escapeHtml(text).replace(/\r?\n/g, '<br />')}</p>`
