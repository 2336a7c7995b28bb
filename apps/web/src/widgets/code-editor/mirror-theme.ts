import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'

const FRAME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  '.cm-gutters': {
    color: 'var(--text-tertiary)',
    backgroundColor: 'var(--alt)',
    borderRight: '1px solid var(--line-inner)',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-placeholder': { color: 'var(--text-tertiary)' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--alt)' },
})

/** Replacements for the colours of CodeMirror's default style, which only suit a white background. */
const INK: Readonly<Record<string, string>> = {
  '#708': 'var(--accent-link)',
  '#219': 'var(--st-warning-text)',
  '#164': 'var(--st-warning-text)',
  '#a11': 'var(--st-success-text)',
  '#e40': 'var(--st-success-text)',
  '#00c': 'var(--accent-link)',
  '#940': 'var(--text-tertiary)',
  '#404740': 'var(--text-tertiary)',
  '#f00': 'var(--st-error-text)',
}
const COLOURS = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const theirs: unknown = spec['color']
    return typeof theirs === 'string' ? { ...spec, color: INK[theirs] ?? 'var(--text-secondary)' } : spec
  }),
)

/** Colours by our tokens, so that they follow the theme automatically. */
export const mirrorTheme = [FRAME, syntaxHighlighting(COLOURS)]
