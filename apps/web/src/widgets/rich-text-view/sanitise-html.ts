import DOMPurify, { type Config } from 'dompurify'

const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 div span blockquote pre code strong b em i u s sub sup ul ol li a img ' +
  'table caption colgroup col thead tbody tfoot tr th td video'

const RULES: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'style', 'controls'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // A path of ours, or an address that names one of these schemes; `javascript:`, `data:` and `//host` do not match.
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\])|\.{1,2}\/)/i,
  // Numbers; without this they would have to look like an address.
  ADD_URI_SAFE_ATTR: ['width', 'height', 'colspan', 'rowspan'],
}

/** What a style may say: it colours and aligns text, and neither covers the page nor loads anything. */
const STYLES = [
  'color',
  'background-color',
  'text-align',
  'text-decoration',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
] as const
const ODD_STYLE_VALUE = /url\(|expression|var\(|[<>@\\]/i

const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof HTMLElement)) return
  if (node.hasAttribute('style')) {
    const kept = STYLES.map((name) => [name, node.style.getPropertyValue(name)] as const).filter(
      ([, value]) => value !== '' && !ODD_STYLE_VALUE.test(value),
    )
    node.removeAttribute('style')
    for (const [name, value] of kept) node.style.setProperty(name, value)
  }
  if (node.tagName === 'A') {
    // A page opened from here must neither reach back nor replace the console.
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
  if (node.tagName === 'VIDEO') {
    // Played by who wants to see it, and not loaded before.
    node.setAttribute('controls', '')
    node.setAttribute('preload', 'none')
  }
  if (node.tagName === 'IMG') {
    // Without words of its own a picture is decoration; its address is no name to read out.
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
    node.setAttribute('loading', 'lazy')
    node.setAttribute('referrerpolicy', 'no-referrer')
  }
})

/** HTML of somebody else as nodes that only show (security §5). Never throws: what cannot be read is left out. */
export function sanitiseHtml(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true })
}
