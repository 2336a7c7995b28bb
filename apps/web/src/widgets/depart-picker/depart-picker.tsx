import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { useMemo } from 'react'
import { lazyPart } from '@/lib/lazy-part.ts'
import { flatNodes } from '../lazy-tree/tree-levels.ts'
import { Picker, type PickerProps } from '../picker/picker.tsx'
import type { PairSource } from '../picker/use-stored-pairs.ts'
import { departNodes } from './depart-nodes.ts'

const Modal = lazyPart(async () => (await import('./depart-picker-modal.tsx')).DepartPickerModal)

export interface DepartPickerProps extends PickerProps {
  readonly isMulti?: boolean
  /** The stored field of a department, also as database name. */
  readonly store?: string
  /** The label field. */
  readonly text?: string
}

/** Departments (WG-37 to WG-39); the value is a comma list. */
export function DepartPicker({ isMulti = true, store = 'id', text = 'departName', ...picker }: DepartPickerProps) {
  const source = useMemo<PairSource<typeof departTreeEndpoints.tree>>(
    () => ({
      endpoint: departTreeEndpoints.tree,
      // Same tree as the dialog's: it contains every stored value and is requested once.
      inputOf: () => ({ query: {} }),
      pairsOf: (departs) =>
        flatNodes(departNodes(departs, store, text)).map(({ value, title }) => ({ value, text: title })),
    }),
    [store, text],
  )
  return (
    <Picker
      placeholder="请选择部门"
      {...picker}
      source={source}
      button="选择部门"
      dialog={(dialog) => <Modal {...dialog} store={store} text={text} isMulti={isMulti} />}
    />
  )
}
