import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { CODE_MODES, type CodeMode, EDITOR } from '@natim/contract/constants'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadLanguage } from './languages.ts'
import { mirrorTheme } from './mirror-theme.ts'

export interface MirrorOptions {
  readonly value: string
  readonly language: CodeMode
  readonly disabled: boolean
  readonly placeholder: string | undefined
  /** Attributes of the text field. */
  readonly attributes: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

/** Marks changes that apply a given value; they are not reported. */
const given = Annotation.define<true>()

const BASICS: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  history(),
  bracketMatching(),
  indentOnInput(),
  indentUnit.of(' '.repeat(EDITOR.tabSize)),
  EditorState.tabSize.of(EDITOR.tabSize),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  mirrorTheme,
]

const access = (isDisabled: boolean): Extension => [
  EditorState.readOnly.of(isDisabled),
  EditorView.editable.of(!isDisabled),
]
const hint = ({ placeholder: text, language }: Pick<MirrorOptions, 'placeholder' | 'language'>) =>
  placeholder(text ?? `请在此输入${CODE_MODES[language]}代码`)

/** Runs CodeMirror in the element of the returned ref. Later changes are applied incrementally. */
export function useMirror(options: MirrorOptions) {
  const { value, language, disabled, attributes } = options
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [parts] = useState(() => ({ language: new Compartment(), access: new Compartment(), hint: new Compartment() }))
  const tell = useEffectEvent((text: string) => options.onChange(text))
  const begin = useEffectEvent(() =>
    EditorState.create({
      doc: value,
      extensions: [
        BASICS,
        EditorView.contentAttributes.of(attributes),
        parts.language.of([]),
        parts.access.of(access(disabled)),
        parts.hint.of(hint(options)),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((each) => each.annotation(given))) tell(state.doc.toString())
        }),
      ],
    }),
  )

  useEffect(() => {
    const made = new EditorView({ state: begin(), ...(host.current && { parent: host.current }) })
    view.current = made
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const text = view.current?.state.doc.toString()
    if (text === undefined || text === value) return
    view.current?.dispatch({ changes: { from: 0, to: text.length, insert: value }, annotations: given.of(true) })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.access.reconfigure(access(disabled)) })
  }, [parts, disabled])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.hint.reconfigure(hint({ placeholder: options.placeholder, language })) })
    let isCurrent = true
    loadLanguage(language).then(
      (support) => isCurrent && view.current?.dispatch({ effects: parts.language.reconfigure(support) }),
      // Without highlighting the text is still editable.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [parts, language, options.placeholder])
  return host
}
