export { findAddedKeys } from './import.repository.ts'
export { registerImportRoutes } from './import.routes.ts'
export type {
  ImportColumnSpec,
  ImportDictionary,
  ImportEntity,
  ImportSession,
  RowOutcome,
  RowToWrite,
  SheetSchema,
} from './import-entity.ts'
