// Parameters of an event, made from its schema.

interface Property {
  const?: string;
  enum?: (string | null)[];
  type?: string | string[];
}

const people: Record<string, unknown> = { seat: 'Ann', other: 'Bob', seats: ['Ann', 'Bob'] };

/** Returns parameters with every value that a name may have. */
export function sentence_params(properties: Record<string, Property>): Record<string, unknown>[] {
  const plain: Record<string, unknown> = {};
  let all = [plain];
  for (const [name, property] of Object.entries(properties)) {
    if (name in people) plain[name] = people[name];
    else if (property.type === 'integer') plain[name] = 5;
    else if (property.type === 'array') plain[name] = [5, 6];
  }
  for (const [name, property] of Object.entries(properties))
    if (property.enum) {
      const values = property.enum.filter((value) => value !== null);
      all = all.flatMap((params) => values.map((value) => ({ ...params, [name]: value })));
    }
  return all;
}
