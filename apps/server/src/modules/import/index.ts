export { findAddedKeys } from './import.repository.ts'
export { registerImportRoutes } from './import.routes.ts'
export type {
  ImportColumnSpec,
  ImportDictionary,
  ImportEntity,
  ImportSession,
  RowToWrite,
  SheetSchema,
  RowOutcome,
} from './import-entity.ts'
