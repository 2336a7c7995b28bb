import { escapeHtml } from '../../platform/html.ts'

const PLACEHOLDER = /\$\{(\w{1,64})\}/g

/** Names of the placeholders of a text, each once. */
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))]

/** A value of one's own: `constructor` is none. */
const valueOf = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Placeholders nobody gave a value for. */
export const missingValues = (text: string, values: Readonly<Record<string, unknown>>): string[] =>
  namesIn(text).filter((name) => (valueOf(values, name) ?? null) === null)

/** The text with its values; in HTML they stand as text. */
export function fillTemplate(text: string, values: Readonly<Record<string, unknown>>, isHtml: boolean): string {
  return text.replace(PLACEHOLDER, (_blank, name: string) => {
    const value = String(valueOf(values, name) ?? '')
    return isHtml ? escapeHtml(value) : value
  })
}

/** Plain text as HTML: lines stay lines. */
export const htmlOfText = (text: string): string => `<p>${escapeHtml(text).replace(/\r?\n/g, '<br />')}</p>`
