import { useState } from 'react'
import { saveFile } from '../lib/save-file.ts'
import type { Resource } from './define-resource.ts'
import { callExport } from './endpoint-calls.ts'
import type { WireQuery } from './list-query.ts'

/** Saves the list as a workbook: the ticked rows, else all filtered rows, in the order shown. */
export function useExport(resource: Resource, query: WireQuery, selectedIds: readonly string[]) {
  const [isExporting, setIsExporting] = useState(false)

  async function exportXls(): Promise<void> {
    const { exportXls: endpoint } = resource.endpoints
    if (!endpoint) return
    setIsExporting(true)
    try {
      saveFile(`${resource.title}.xlsx`, await callExport(endpoint, query, selectedIds))
    } catch {
      // Already reported by the client.
    } finally {
      setIsExporting(false)
    }
  }

  return { isExporting, exportXls }
}
