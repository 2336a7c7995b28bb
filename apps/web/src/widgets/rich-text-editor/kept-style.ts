import { Mark, mergeAttributes } from '@tiptap/react'

/** Styles of texts written elsewhere that the viewer also shows; the toolbar has no tool for them. */
const KEPT = ['color', 'background-color', 'font-size'] as const

/** Keeps colours and sizes of existing text, so that editing one word does not strip the rest. */
export const KeptStyle = Mark.create({
  name: 'keptStyle',
  addAttributes: () => ({
    style: {
      default: null,
      parseHTML: (element: HTMLElement) =>
        KEPT.map((name) => [name, element.style.getPropertyValue(name)] as const)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => `${name}: ${value}`)
          .join('; ') || null,
    },
  }),
  parseHTML: () => [
    {
      tag: 'span[style]',
      getAttrs: (element) => (KEPT.some((name) => element.style.getPropertyValue(name) !== '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), 0],
})
