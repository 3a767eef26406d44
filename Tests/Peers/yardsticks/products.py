"""The products that the search yardstick and our catalog are both filled with.

Product number n (from 0) is made from a generator of its own, a 64-bit xorshift seeded with n, so it is the same on
every machine and with every number of products. Its draws, in this order, choose from the word lists below:

    name         quality, colour, thing, form             "Organic Red Strawberry Jam"
    category     one of the categories
    seller       one of the sellers
    description  two sentences of eight words each
    tags         two words of the qualities
    rating       3.0 to 5.0 in tenths

The sku is `product-` and n in six digits. `products.json` has the shape of the starter shop: `{"products": [...]}`.
"""

import json

QUALITIES = """Organic Fresh Wild Sweet Ripe Tender Crisp Golden Smoked Salted Roasted Mild Spicy Sour Dried Frozen
Handmade Early Late Rustic Royal Plain Bitter Juicy Fragrant Winter Summer Garden Mountain Coastal""".split()
COLOURS = "Red Green Yellow White Black Purple Orange Blue Pink Brown Silver Scarlet".split()
THINGS = """Strawberry Pineapple Blueberry Lychee Mango Kiwi Watermelon Apple Banana Grape Avocado Tulip Rose Lily
Daffodil Orchid Peony Carrot Potato Tomato Pepper Onion Garlic Spinach Cabbage Lettuce Cucumber Pumpkin Almond Walnut
Hazelnut Honey Butter Cheese Yoghurt Cream Bread Noodle Barley Lentil Chickpea Coffee Cocoa Vanilla Cinnamon Ginger
Basil Rosemary Thyme Parsley""".split()
FORMS = """Jam Juice Basket Bouquet Bunch Crate Jar Pack Loaf Slices Powder Syrup Sauce Salad Soup Tart Cake Seeds
Bulbs Plant""".split()
CATEGORIES = "fruit flower vegetable bakery dairy pantry spice drink nuts garden".split()
SELLERS = """Ada Bela Chen Dora Emil Fatima Goran Hana Ivo Jun Kaya Luis Mira Noor Otto Pia Quinn Rosa Sven
Tara""".split()
WORDS = """picked morning sunny hills small farm every week sold same day best with cream bowl straight family recipe
grown without heavy machines careful hands packed paper never plastic keeps cool place three days after opening
children like taste breakfast lunch dinner table guests festival market street corner river valley village orchard
greenhouse harvest season spring autumn rain warm soil deep roots leaves petals skin seeds flavour texture colour
smell light strong gentle classic modern favourite simple honest local delivered bicycle basket kitchen oven butter
honey lemon pepper bread cheese""".split()

# Two words each, as a customer would type them.
QUERIES = [
    "strawberry jam", "organic honey", "garlic bread", "purple tulip", "walnut cake", "fresh basil", "smoked cheese",
    "golden apple", "ginger syrup", "wild orchid", "tomato soup", "vanilla cream",
]


class Draws:
    """A 64-bit xorshift (13, 7, 17), seeded with one number."""

    def __init__(self, seed):
        self.state = (seed + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def below(self, bound):
        state = self.state
        state ^= state << 13 & (1 << 64) - 1
        state ^= state >> 7
        state ^= state << 17 & (1 << 64) - 1
        self.state = state
        return (state >> 33) % bound

    def one(self, words):
        return words[self.below(len(words))]


def sentence(draws):
    return " ".join(draws.one(WORDS) for _ in range(8)).capitalize() + "."


def product(number):
    draws = Draws(number)
    name = " ".join(draws.one(words) for words in (QUALITIES, COLOURS, THINGS, FORMS))
    return {
        "sku": f"product-{number:06}",
        "name": name,
        "category": draws.one(CATEGORIES),
        "seller": {"name": draws.one(SELLERS)},
        "description": f"{sentence(draws)} {sentence(draws)}",
        "tags": sorted({draws.one(QUALITIES).lower(), draws.one(QUALITIES).lower()}),
        "rating": (30 + draws.below(21)) / 10,
        "unit": "each",
    }


def write(path, count):
    """One product a line, inside one JSON object."""
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"products": [\n')
        for number in range(count):
            file.write(json.dumps(product(number)) + (",\n" if number + 1 < count else "\n"))
        file.write("]}\n")
