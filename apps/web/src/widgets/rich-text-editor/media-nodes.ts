import { EDITOR } from '@natim/contract/constants'
import { Image } from '@tiptap/extension-image'
import { mergeAttributes, Node } from '@tiptap/react'

const WIDTH = { default: EDITOR.pictureWidth } as const
const SAFE_SOURCE = /^(?:https?:\/\/|\/(?![/\\])|data:image\/(?:png|jpe?g|gif|webp);base64,)/i

/** Whether a picture or video may be loaded from an address: our paths, http(s), or an inline picture. */
export const isSafeSource = (address: string): boolean => SAFE_SOURCE.test(address)

/** Drops unsafe sources; other attributes are read as usual. */
const hasSafeSource = (element: HTMLElement) => isSafeSource(element.getAttribute('src') ?? '') && null

/** A picture at 70 % of the text width, wherever it is shown (WG-91). */
export const Picture = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), width: WIDTH }
  },
  parseHTML: () => [{ tag: 'img[src]', getAttrs: hasSafeSource }],
}).configure({ allowBase64: true })

/** A video with native controls. */
export const Film = Node.create({
  name: 'film',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    width: WIDTH,
  }),
  parseHTML: () => [{ tag: 'video[src]', getAttrs: hasSafeSource }],
  renderHTML: ({ HTMLAttributes }) => ['video', mergeAttributes(HTMLAttributes, { controls: 'controls' })],
})
