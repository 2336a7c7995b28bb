/** Formatted text as one line of a list. */
export function plainText(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
