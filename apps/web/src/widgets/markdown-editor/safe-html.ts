/** A node of the preview tree (hast), limited to the properties used here. */
interface HtmlNode {
  readonly type: string
  readonly tagName?: string
  properties?: Record<string, unknown>
  children?: HtmlNode[]
}

const ADDRESSES = new Set(['href', 'src'])
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\])|\.{1,2}\/|data:image\/(?:png|jpe?g|gif|webp);)/i
const FORBIDDEN = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'form',
  'base',
  'meta',
  'link',
  'svg',
  'math',
])
/** The allowed attributes: only appearance and accessibility. */
const KEPT = new Set([
  'href',
  'src',
  'alt',
  'title',
  'align',
  'checked',
  'disabled',
  'type',
  'start',
  'className',
  'colSpan',
  'rowSpan',
  'id',
])

function clean(node: HtmlNode): void {
  for (const [name, value] of Object.entries(node.properties ?? {})) {
    const isKept = KEPT.has(name) && (!ADDRESSES.has(name) || SAFE_ADDRESS.test(String(value)))
    if (!isKept) delete node.properties?.[name]
  }
  node.children = node.children?.filter(({ tagName = '' }) => !FORBIDDEN.has(tagName)) ?? []
  for (const child of node.children) clean(child)
  // The library puts an empty link before each heading, which would be a tab stop without a name.
  node.children = node.children.filter(({ tagName, children }) => tagName !== 'a' || children?.length)
}

/**
 * Sanitises the preview: removes everything that would run, load something or take over the page (WG-96). Markdown can
 * carry attributes in comments, so attributes are allow-listed.
 */
export const safeHtml = () => clean
