import { escapeHtml } from '../../platform/html.ts'

const PLACEHOLDER = /\$\{(\w{1,64})\}/g

/** Names of the placeholders of a text, each once. */
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))]

/** Placeholders nobody gave a value for. */
export const missingValues = (text: string, values: Readonly<Record<string, unknown>>): string[] =>
  namesIn(text).filter((name) => values[name] === undefined || values[name] === null)

/** The text with its values; in HTML they stand as text. */
export function fillTemplate(text: string, values: Readonly<Record<string, unknown>>, isHtml: boolean): string {
  return text.replace(PLACEHOLDER, (_blank, name: string) => {
    const value = String(values[name] ?? '')
    return isHtml ? escapeHtml(value) : value
  })
}

/** Plain text as HTML: lines stay lines. */
export const htmlOfText = (text: string): string => `<p>${escapeHtml(text).replace(/\r?\n/g, '<br />')}</p>`
