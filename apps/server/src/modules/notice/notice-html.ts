import sanitizeHtml from 'sanitize-html'

const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 div span blockquote pre code strong b em i u s sub sup ul ol li a img ' +
  'table caption colgroup col thead tbody tfoot tr th td video'

/** Elements the announcement editor can produce; everything else is removed (security §5). */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'controls', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedStyles: {
    '*': {
      color: [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d.,\s%]{1,40}\)$/, /^[a-z]{1,20}$/i],
      'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d.,\s%]{1,40}\)$/, /^[a-z]{1,20}$/i],
      'text-align': [/^(left|right|center|justify)$/],
      'text-decoration': [/^(underline|line-through|none)$/],
      'font-size': [/^\d{1,2}(\.\d)?(px|pt|em)$/],
      'font-weight': [/^(normal|bold|[1-9]00)$/],
      'font-style': [/^(normal|italic)$/],
      'line-height': [/^\d(\.\d{1,2})?$/],
      width: [/^\d{1,4}(px|%)$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], video: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    // A linked page must neither access nor replace the console.
    a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
  },
}

const MAX_REMEMBERED = 200
const clean = new Map<string, string>()

/** Removes scripts, automatic loading and hidden content from HTML: applied on writing and again on display. */
export function sanitiseHtml(html: string): string {
  const known = clean.get(html)
  if (known !== undefined) return known
  const result = sanitizeHtml(html, RULES)
  // Lists show the same few announcements repeatedly.
  if (clean.size >= MAX_REMEMBERED) clean.clear()
  clean.set(html, result)
  return result
}

/** Plain text of a title or abstract: tags removed and trimmed. */
export function plainText(value: string): string {
  return value.replace(/<[^>]*>/g, '').trim()
}
