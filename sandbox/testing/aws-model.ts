import { readContractFile } from './contracts.ts';

type Shape = {
  type: string;
  members?: Record<string, { shape: string }>;
  required?: string[];
  member?: { shape: string };
  value?: { shape: string };
  enum?: string[];
  min?: number;
  max?: number;
  pattern?: string;
};
type Model = {
  shapes: Record<string, Shape>;
  operations: Record<string, { input: { shape: string }; output?: { shape: string }; errors?: { shape: string }[] }>;
};

/** AWS's description of a service (botocore's JSON), with a check of values against it. */
export function readAwsModel(file: string) {
  const { shapes, operations } = readContractFile(file) as Model;

  /** Every violation of the shape by `value`. */
  function faultsOf(name: string, value: unknown, path: string): string[] {
    const shape = shapes[name];
    if (!shape) return [`${path}: no shape ${name}`];
    if (shape.type === 'structure') return structureFaults(shape, value, path);
    if (shape.type === 'list') {
      if (!Array.isArray(value)) return [`${path}: not a list`];
      return value.flatMap((one, index) => faultsOf(shape.member?.shape ?? '', one, `${path}[${index}]`));
    }
    if (shape.type === 'map') {
      if (typeof value !== 'object' || value === null) return [`${path}: not a map`];
      return Object.entries(value).flatMap(([key, one]) => faultsOf(shape.value?.shape ?? '', one, `${path}.${key}`));
    }
    return scalarFaults(shape, value, path);
  }

  function structureFaults({ members = {}, required = [] }: Shape, value: unknown, path: string): string[] {
    if (typeof value !== 'object' || value === null) return [`${path}: not a structure`];
    const missing = required.filter((name) => !(name in value)).map((name) => `${path}.${name}: missing`);
    const wrong = Object.entries(value).flatMap(([name, one]) => {
      const member = members[name];
      return member ? faultsOf(member.shape, one, `${path}.${name}`) : [`${path}.${name}: not in the model`];
    });
    return [...missing, ...wrong];
  }

  return {
    shapes,
    operations,
    /** @throws with every fault */
    check(name: string, value: unknown): void {
      const faults = faultsOf(name, value, name);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

const kinds: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  long: 'number',
  timestamp: 'number',
};

function scalarFaults({ type, min, max, pattern, enum: values }: Shape, value: unknown, path: string): string[] {
  if (typeof value !== kinds[type]) return [`${path}: not a ${type}`];
  const size = typeof value === 'string' ? value.length : Number(value);
  const isFit = pattern === undefined || typeof value !== 'string' || new RegExp(`^(?:${pattern})$`, 'u').test(value);
  return [
    ...(values && !values.includes(value as string) ? [`${path}: none of ${values.join(', ')}`] : []),
    ...(min !== undefined && size < min ? [`${path}: below ${min}`] : []),
    ...(max !== undefined && size > max ? [`${path}: above ${max}`] : []),
    ...(isFit ? [] : [`${path}: does not match ${pattern}`]),
  ];
}
