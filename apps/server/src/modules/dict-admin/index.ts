export { DICT } from './dict.resource.ts'
export { dictModule } from './dict-admin.routes.ts'
