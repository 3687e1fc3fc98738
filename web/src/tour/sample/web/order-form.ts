// Reads the order form of the shop's page.

export interface OrderForm {
  buyer: string;
  street: string;
  town: string;
  phone: string;
  note: string;
}

export function readForm(form: FormData): OrderForm {
  return {
    buyer: String(form.get("buyer")),
    street: String(form.get("street")),
    town: String(form.get("town")),
    phone: String(form.get("phone")),
    note: String(form.get("note")),
  };
}

export function problems(order: OrderForm): string[] {
  const found: string[] = [];
  if (order.buyer === "") found.push("Who is it for?");
  if (order.street === "" || order.town === "") found.push("Where does it go?");
  return found;
}
