"""The bindings of Ruby texts."""

import pytest

from nes_bindings.marked_texts import assert_groups

CASES = {
    "variables of methods and blocks": """\
def one([[a:n]])
  [[b:x]] = [[a:n]] + 1
  [[b:x]] += 2
  [1].each { |[[c:n]]| [[b:x]] += [[c:n]] }
  [1].each do |y|
    [[d:z]] = y
    puts [[d:z]]
  end
  [1].map { |y| [[e:z]] = y; [[e:z]] }
  "#{[[b:x]]} x #{[[a:n]]}"
end
def two
  x = n
end
""",
    "assignments of several names, patterns and rescue": """\
def f(v)
  [[a:a]], ([[b:b]], *[[c:c]]) = v
  [[a:a]], [[b:b]] = [[b:b]], [[a:a]]
  for [[d:i]] in v do puts [[d:i]] end
  begin
    g
  rescue ArgumentError => [[e:err]]
    puts [[e:err]]
  end
  case v
  in [[[g:first]], *] then [[g:first]]
  in { name: String => [[h:n]] } then [[h:n]]
  end
  [[c:c]]
end
""",
    "instance variables": """\
class Order
  def initialize(total)
    @[[a:total]] = total
    @[[b:name]] = 1
  end
  def show
    puts @[[a:total]], @[[b:name]]
  end
end
class Other
  def show
    @total
  end
end
""",
    "an attribute, its methods and its variable": """\
class Order
  attr_accessor :[[a:total]], :other
  def initialize([[b:total]])
    @[[a:total]] = [[b:total]]
  end
  def twice
    [[a:total]] * 2 + self.[[a:total]]
  end
  def reset
    self.[[a:total]] = 0
    [[c:total]] = 1
    [[c:total]]
  end
end
order = Order.new(1)
order.[[a:total]] += 1
""",
    "methods": """\
class Order
  def [[a:run]](x)
    [[a:run]](x - 1)
    self.[[a:run]](2)
  end
  def self.[[b:run]]
    [[b:run]]
    new.[[a:run]](1)
  end
  private :[[a:run]]
  alias [[c:go]] [[a:run]]
end
class Big < Order
  def [[a:run]](x)
    [[c:go]]
  end
  def again
    [[a:run]](3)
  end
end
class Other
  def run; end
end
Order.[[b:run]]
order = Order.new
order.[[a:run]](1)
Other.new.run
""",
    "functions": """\
def [[a:helper]](x)
  x
end
class A
  def f
    [[a:helper]](1)
  end
end
[[a:helper]] 2
""",
    "constants, classes and modules": """\
module [[a:App]]
  [[b:LIMIT]] = 3
  class [[c:Order]]
    def limit
      [[b:LIMIT]] + [[a:App]]::[[b:LIMIT]]
    end
  end
  class Special < [[c:Order]]
  end
end
module Other
  LIMIT = 4
end
[[a:App]]::[[c:Order]].new
""",
    "keyword arguments": """\
class Order
  def initialize(id, [[a:name]]:, [[b:limit]]: 3)
    puts [[a:name]], [[b:limit]]
  end
  def add(price, [[c:name]]: nil)
    [[c:name]]
  end
end
order = Order.new(1, [[a:name]]: "x", [[b:limit]]: 2)
order.add(1, [[c:name]]: "y")
other(name: 1)
{ name: 1 }
""",
    "class variables and globals": """\
class A
  @@[[a:count]] = 0
  def f
    @@[[a:count]] += 1
    $[[b:debug]] = true
  end
end
puts $[[b:debug]]
""",
    "a class in two parts": """\
class Order
  def [[a:total]]
    1
  end
end
class Order
  def twice
    [[a:total]] * 2
  end
end
Order.new.[[a:total]]
""",
    "a module that is included": """\
module Named
  def [[a:title]]
    "x"
  end
end
class Book
  include Named
  def show
    [[a:title]]
  end
end
Book.new.[[a:title]]
""",
    "symbols that name methods of the class": """\
class Order < Base
  attr_reader :[[b:price]]
  before_save :[[a:tidy]], if: :[[c:paid?]]
  before_action :load, only: [:[[a:tidy]], :show], unless: :[[c:paid?]]
  validates :[[b:price]], presence: true
  rescue_from Failure, with: :[[a:tidy]]
  helper_method :[[a:tidy]]
  alias_method :clean, :[[a:tidy]]
  alias_method :[[d:neat]], :clean
  def [[a:tidy]]
    send(:[[a:tidy]])
    respond_to?(:[[a:tidy]])
    self.public_send(:[[a:tidy]])
    tidy = 1
    method(:[[a:tidy]])
    [:tidy, { tidy: :tidy }]
    log(:tidy, only: :tidy)
    [[d:neat]]
  end
  def [[c:paid?]] = [[b:price]] > 0
end
""",
    "symbols that name methods of something else": """\
class User
  def [[a:full_name]]
  end
end
--- post.rb
class Post
  delegate :[[a?:full_name]], :mail, to: :user
  def_delegators :@user, :[[a?:full_name]], :mail
  def_delegator :@user, :[[a?:full_name]], :name
  def_delegator :full_name, :mail
  scope :full_name, -> { where(kind: :full_name) }
  def names(users)
    users.map(&:[[a?:full_name]])
    users.first.send(:[[a?:full_name]])
    users.first.send(:mail, :full_name)
    users.pluck(:full_name)
  end
end
--- post_spec.rb
allow(user).to receive(:[[a?:full_name]])
""",
}


@pytest.mark.parametrize("marked", CASES.values(), ids=CASES.keys())
def test_groups(marked: str) -> None:
    assert_groups(marked, "main.rb", "ruby")
