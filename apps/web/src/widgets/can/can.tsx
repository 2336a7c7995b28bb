import type { ReactNode } from 'react'
import { useMayShow } from '@/lib/permissions/use-rights.ts'

export interface CanProps {
  /** Permission code, for instance `system:user:add`. */
  readonly I: string
  readonly children: ReactNode
}

/** Renders its children only with the right; otherwise they are not in the document (SS-37). */
export function Can({ I: code, children }: CanProps) {
  return useMayShow(code) ? children : null
}
