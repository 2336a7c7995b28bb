import { CODE_MODES, type CodeMode, EDITOR } from '@natim/contract/constants'
import { Select } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import { EditorFrame } from '../editor-frame/editor-frame.tsx'
import { useIsDisabled } from '../use-is-disabled.ts'
import styles from './code-editor.module.css'
import type { CodeEditorProps } from './editor-props.ts'
import { useMirror } from './use-mirror.ts'

const MODE_OPTIONS = optionsOf(CODE_MODES)

/** The editor itself, loaded with CodeMirror. */
export function MirrorEditor(props: CodeEditorProps) {
  const { value, onChange, onBlur, onLanguageChange, language = 'javascript' } = props
  const disabled = useIsDisabled(props.disabled)
  const { heightPx, canFillScreen = true, id, placeholder } = props
  const label = props['aria-label'] ?? '代码'
  const host = useMirror({
    value: value ?? '',
    language,
    disabled,
    placeholder,
    attributes: { 'aria-label': label, ...(id !== undefined && { id }) },
    onChange: (text) => onChange?.(text),
  })
  return (
    <EditorFrame
      label={label}
      heightPx={heightPx}
      disabled={disabled}
      canFillScreen={canFillScreen}
      onBlur={onBlur}
      bar={
        onLanguageChange ? (
          <Select<CodeMode>
            size="small"
            variant="borderless"
            aria-label="语言"
            className={styles.language ?? ''}
            options={MODE_OPTIONS}
            value={language}
            disabled={disabled}
            onChange={onLanguageChange}
          />
        ) : (
          <span className="t-caption">{CODE_MODES[language]}</span>
        )
      }
    >
      <div
        ref={host}
        className={styles.text}
        style={heightPx === undefined ? { minHeight: EDITOR.codePx } : { height: '100%' }}
      />
    </EditorFrame>
  )
}
