import { Input, Tag } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ControlProps } from '../control-props.ts'
import styles from './tag-input.module.css'
import { tagCaret, tagsOf, tagText } from './tag-text.ts'

/** Colour of a tag: its background, or background and text. */
export type TagColour = string | readonly [background: string, text: string]

export interface TagInputProps extends ControlProps<string> {
  readonly colourOf?: (tag: string) => TagColour | undefined
}

/** Tags of two characters each, typed without separators (WG-19), shown as tags below. */
export function TagInput({ value, onChange, colourOf, ...rest }: TagInputProps) {
  const box = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<number>()
  // A controlled input whose text is rewritten would move its caret to the end.
  useLayoutEffect(() => {
    if (caret !== undefined) box.current?.setSelectionRange(caret, caret)
  }, [caret, value])
  return (
    <div className={styles.field}>
      <Input
        {...rest}
        ref={(input) => {
          box.current = input?.input ?? null
        }}
        value={tagText(value ?? '')}
        onChange={({ target }) => {
          setCaret(tagCaret(target.value, target.selectionStart ?? target.value.length))
          onChange?.(tagText(target.value))
        }}
      />
      <Tags value={value} {...(colourOf && { colourOf })} />
    </div>
  )
}

function Tags({ value, colourOf }: Pick<TagInputProps, 'value' | 'colourOf'>) {
  const tags = tagsOf(value ?? '')
  if (tags.length === 0) return null
  return (
    <span className={styles.tags}>
      {tags.map((tag, index) => (
        // Tags may be equal.
        <Tag key={`${index} ${tag}`} variant="filled" style={tagStyle(colourOf?.(tag))}>
          {tag}
        </Tag>
      ))}
    </span>
  )
}

function tagStyle(colour: TagColour | undefined) {
  if (colour === undefined) return {}
  const [background, color] = typeof colour === 'string' ? [colour] : colour
  return { background, ...(color !== undefined && { color }) }
}
