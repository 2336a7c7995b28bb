import { useMemo } from 'react'
import { useWarning } from '../dict-select/use-dict.ts'
import { conditionFault } from './tree-condition.ts'

/** Whether a tree may be requested with this condition; reports an invalid one. */
export function useCondition(condition: string): boolean {
  const fault = useMemo(() => {
    const text = conditionFault(condition)
    return text === undefined ? null : new Error(text)
  }, [condition])
  useWarning(fault, 'error')
  return fault === null
}
