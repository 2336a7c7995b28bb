import type { Endpoint } from '@natim/contract/endpoint'
import { type ReactNode, useState } from 'react'
import type { ControlProps } from '../control-props.ts'
import type { Pair } from './pair.ts'
import { PickerField } from './picker-field.tsx'
import { type PairSource, useStoredPairs } from './use-stored-pairs.ts'

/** Props of every picker besides those of a control. */
export interface PickerProps extends Omit<ControlProps<string>, 'onChange'> {
  /** The comma list for the form, and its pairs for filling other fields. */
  readonly onChange?: (value: string, pairs: readonly Pair[]) => void
}

/** Props a picker passes to its dialog. */
export interface PickerDialogProps {
  readonly isOpen: boolean
  readonly chosen: readonly Pair[]
  readonly onOk: (chosen: readonly Pair[]) => void
  readonly onCancel: () => void
  /** Called after closing: the draft is discarded. */
  readonly onClosed: () => void
}

interface PickerFrameProps<E extends Endpoint> extends PickerProps {
  readonly source: PairSource<E>
  readonly button: string | undefined
  readonly length?: number
  readonly dialog: (props: PickerDialogProps) => ReactNode
}

/** A field with its dialog, which is loaded on first open. */
export function Picker<E extends Endpoint>({ source, value, onChange, dialog, ...field }: PickerFrameProps<E>) {
  const { pairs, isAsking, choose } = useStoredPairs(source, value, onChange)
  const [state, setState] = useState<'gone' | 'open' | 'closing'>('gone')
  const close = () => setState('closing')
  return (
    <>
      <PickerField {...field} pairs={pairs} isLoading={isAsking} onOpen={() => setState('open')} onChoose={choose} />
      {state !== 'gone' &&
        dialog({
          isOpen: state === 'open',
          chosen: pairs,
          onOk: (chosen) => {
            choose(chosen)
            close()
          },
          onCancel: close,
          onClosed: () => setState('gone'),
        })}
    </>
  )
}
