/** A node of the tree the preview is drawn from (hast), as far as it is looked at here. */
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
/** Attributes that say how something looks or is read out, and nothing else. */
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
  // The library puts a link without words before each heading: a stop of the keyboard that says nothing.
  node.children = node.children.filter(({ tagName, children }) => tagName !== 'a' || children?.length)
}

/**
 * Step of the preview: takes everything out of a text that would run, load something or take over the page (WG-96).
 * Markdown can carry attributes in comments, so attributes are a list of those allowed.
 */
export const safeHtml = () => clean
