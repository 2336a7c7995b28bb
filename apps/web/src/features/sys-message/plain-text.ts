/** HTML as one line of plain text. */
export function plainText(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
