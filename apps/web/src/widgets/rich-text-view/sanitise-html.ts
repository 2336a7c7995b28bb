import DOMPurify, { type Config } from 'dompurify'

const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 div span blockquote pre code strong b em i u s sub sup ul ol li a img ' +
  'table caption colgroup col thead tbody tfoot tr th td video'

const RULES: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'style', 'controls'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // A path of ours, or an address with one of these schemes; `javascript:`, `data:` and `//host` do not match.
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\])|\.{1,2}\/)/i,
  // Numeric attributes, which would otherwise have to match the address pattern.
  ADD_URI_SAFE_ATTR: ['width', 'height', 'colspan', 'rowspan'],
}

/** Allowed styles: colours and alignment; nothing that covers the page or loads resources. */
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
    // Not loaded before the user plays it.
    node.setAttribute('controls', '')
    node.setAttribute('preload', 'none')
  }
  if (node.tagName === 'IMG') {
    // Without alt text a picture is decorative; its address must not be read out.
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
    node.setAttribute('loading', 'lazy')
    node.setAttribute('referrerpolicy', 'no-referrer')
  }
})

/** Untrusted HTML as safe display-only nodes (security §5). Never throws: unreadable parts are dropped. */
export function sanitiseHtml(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true })
}
